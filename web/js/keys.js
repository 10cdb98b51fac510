// The keys of the page, and the dialog that lists them. A key does nothing while
// one writes or chooses in a field. The keys of Watch are those of queens watch.

import { make, part } from './dom.js';
import { remember, remembered } from './look.js';

const KEY = 'queens.keys';

// What a slider does with keys of its own.
const SLIDING = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** The keys of the page: what they are called, when they hold and what they do.
 * type(key) is asked first: it takes what belongs to a number being typed. */
export class Keys {
  constructor(root, bindings, type) {
    Object.assign(this, { bindings, type });
    this.dialog = part(root, 'keys');
    this.list = part(root, 'keys-list');
    this.on = part(root, 'keys-on');
    this.on.checked = remembered(KEY).on !== false;
    this.on.addEventListener('change', () => remember(KEY, { on: this.on.checked }));
    part(root, 'keys-open').addEventListener('click', () => this.open());
    part(root, 'keys-close').addEventListener('click', () => this.dialog.close());
    document.addEventListener('keydown', (event) => this.pressed(event));
  }

  open() { this.dialog.showModal(); }

  /** Lists the keys in a language: those of each part, then those of all. */
  fill(texts) {
    const lists = new Map();
    for (const binding of this.bindings.filter((b) => b.text)) {
      const title = binding.of || 'page.keys.everywhere';
      if (!lists.has(title)) lists.set(title, make('dl'));
      lists.get(title).append(make('div', {},
        make('dt', {}, ...binding.show.map((name) => make('kbd', {}, texts.has(name) ? texts.t(name) : name))),
        make('dd', {}, texts.t(binding.text))));
    }
    this.list.replaceChildren(...[...lists].flatMap(([title, list]) => [make('h3', {}, texts.t(title)), list]));
  }

  pressed(event) {
    if (event.defaultPrevented || this.dialog.open) return;
    const { target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey || event.isComposing || target.closest('input:not([type=checkbox], [type=range]), select, textarea')) return;
    if (target.closest('[type=range]') && SLIDING.includes(event.key)) return;
    if (!this.on.checked && !control) return;
    if (!control && this.type(event.key)) {
      event.preventDefault();
      return;
    }
    if ([' ', 'Enter'].includes(event.key) && target.closest('button, a, summary, [type=checkbox], [role=grid]')) return;
    if (SLIDING.includes(event.key) && target.closest('.scroll')) return;
    const binding = this.bindings.find((b) => b.keys.includes(event.key) && Boolean(b.control) === control && (!b.when || b.when()));
    if (!binding) return;
    event.preventDefault();
    binding.run();
  }
}

/** The keys of the Watch part. The arrows up and down are left to scrolling. */
export function watchKeys(watch, when) {
  const bind = (keys, show, text, run) => ({ keys, show, text, run, when, of: 'page.nav.watch' });
  return [
    bind([' ', 'k', 'K'], ['watch.key.space', 'k'], 'watch.keys.play', () => watch.toggle()),
    bind(['ArrowRight', 'l'], ['→', 'l'], 'watch.keys.forward', () => watch.step(1)),
    bind(['ArrowLeft', 'h'], ['←', 'h'], 'watch.keys.back', () => watch.step(-1)),
    bind(['+', '='], ['+'], 'watch.keys.faster', () => watch.hasten(1)),
    bind(['-', '_'], ['-'], 'watch.keys.slower', () => watch.hasten(-1)),
    bind(['n'], ['n'], 'watch.keys.placement', () => watch.skip('placement', 1)),
    bind(['p', 'N'], ['p', 'N'], 'watch.keys.placement.back', () => watch.skip('placement', -1)),
    bind(['b'], ['b'], 'watch.keys.backtrack', () => watch.skip('backtrack', 1)),
    bind(['B'], ['B'], 'watch.keys.backtrack.back', () => watch.skip('backtrack', -1)),
    bind(['s'], ['s'], 'watch.keys.solution', () => watch.skip('solution', 1)),
    bind(['S'], ['S'], 'watch.keys.solution.back', () => watch.skip('solution', -1)),
    bind([']', '】'], [']'], 'watch.keys.percent', () => watch.percent(1)),
    bind(['[', '【'], ['['], 'watch.keys.percent.back', () => watch.percent(-1)),
    bind(['Home', 'g'], ['Home', 'g'], 'watch.keys.start', () => watch.go(0)),
    bind(['End', 'G'], ['End', 'G'], 'watch.keys.end', () => watch.go(Infinity)),
    bind([], ['12 Enter', '12 %'], 'watch.keys.number', null),
  ];
}

/** The keys that change the look. */
export function lookKeys(look) {
  const bind = (keys, show, text, run) => ({ keys, show, text, run });
  return [
    bind(['L'], ['L'], 'page.look.language', () => look.switchLanguage()),
    bind(['d', 'D'], ['d'], 'page.look.theme', () => look.switchTheme()),
    bind(['t', 'T'], ['t'], 'page.look.type', () => look.switchType()),
  ];
}

/** The key that lists the keys. */
export function helpKey(open) { return { keys: ['?', '？'], show: ['?'], text: 'page.keys', run: open }; }
