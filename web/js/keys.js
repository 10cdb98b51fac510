// The keys of the page, and the dialog that lists them. A key does nothing while
// one writes or chooses in a field.

import { make, part } from './dom.js';
import { remember, remembered } from './look.js';

const KEY = 'queens.keys';

/** The keys of the page: what they are called, when they hold and what they do. */
export class Keys {
  constructor(root, bindings) {
    this.bindings = bindings;
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

  /** Lists the keys in a language. */
  fill(texts) {
    this.list.replaceChildren(...this.bindings.filter((binding) => binding.text).map((binding) => make('div', {},
      make('dt', {}, ...binding.show.map((name) => make('kbd', {}, texts.has(name) ? texts.t(name) : name))),
      make('dd', {}, texts.t(binding.text)))));
  }

  pressed(event) {
    if (event.defaultPrevented || this.dialog.open) return;
    const { target } = event;
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey || target.closest('input:not([type=checkbox]), select, textarea')) return;
    if (!this.on.checked && !control) return;
    if ([' ', 'Enter'].includes(event.key) && target.closest('button, a, summary, input, [role=grid]')) return;
    if (event.key.startsWith('Arrow') && target.closest('.scroll')) return;
    const binding = this.bindings.find((b) => b.keys.includes(event.key) && Boolean(b.control) === control && (!b.when || b.when()));
    if (!binding) return;
    event.preventDefault();
    binding.run();
  }
}

/** The keys of the Watch part. */
export function watchKeys(watch, when) {
  const bind = (keys, show, text, run) => ({ keys, show, text, run, when });
  return [
    bind([' ', 'k', 'K'], ['page.key.space'], 'page.keys.play', () => watch.toggle()),
    bind(['ArrowRight'], ['→'], 'page.watch.forward', () => watch.step(1)),
    bind(['ArrowLeft'], ['←'], 'page.watch.back', () => watch.step(-1)),
    bind(['n', 'N'], ['N'], 'page.keys.place', () => watch.skip('place')),
    bind(['b', 'B'], ['B'], 'page.keys.backtrack', () => watch.skip('backtrack')),
    bind(['s', 'S'], ['S'], 'page.keys.solution', () => watch.skip('solution')),
    bind(['Home'], ['Home'], 'page.watch.start', () => watch.go(0)),
    bind(['End'], ['End'], 'page.watch.end', () => watch.go(Infinity)),
    bind(['+', '='], ['+'], 'page.keys.faster', () => watch.hasten(1)),
    bind(['-', '_'], ['−'], 'page.keys.slower', () => watch.hasten(-1)),
  ];
}

/** The keys that change the look. */
export function lookKeys(look) {
  const bind = (keys, show, text, run) => ({ keys, show, text, run });
  return [
    bind(['l', 'L'], ['L'], 'page.look.language', () => look.switchLanguage()),
    bind(['d', 'D'], ['D'], 'page.look.theme', () => look.switchTheme()),
    bind(['t', 'T'], ['T'], 'page.look.type', () => look.switchType()),
  ];
}
