// The part that watches a search: it asks for a trace and replays it.

import { Board } from './board.js';
import { Code } from './code.js';
import { Digits } from './digits.js';
import { part, set, write } from './dom.js';
import { Histogram } from './histogram.js';
import { Marks, marksOf } from './marks.js';
import { KIND, LINE_NAMES, Player } from './player.js';
import { Announcer, endOf, messageOf } from './sentence.js';
import { Tree } from './tree.js';

const STEPS_A_SECOND = 2; // at speed 1x
const TREES = new Set(['backtrack', 'iterative', 'marks2d', 'bitboard', 'restarts']);
const SKIPS = ['placement', 'backtrack', 'solution'];
const MOST_TYPED = 9; // digits: a trace has fewer events
const COUNTERS = ['nodes', 'backtracks', 'depth', 'tests', 'tries', 'permutations', 'solutions', 'marks'];

/** What the frame of a square says of the last step. */
const FOCUS = {
  [KIND.given]: 'placed', [KIND.try]: 'tried', [KIND.conflict]: 'refused', [KIND.blocked]: 'refused', [KIND.place]: 'placed',
  [KIND.remove]: 'removed', [KIND.set]: 'placed', [KIND.swap]: 'placed', [KIND.digit]: 'placed', [KIND.mark]: 'tried',
};

/** The Watch part. load(query, signal) answers with a trace; say(text, stays)
 * shows a line; fixed says that there is one trace alone, which cannot be
 * exchanged; rows and columns count from base, but for those of the code. */
export class Watch {
  constructor(root, { state, load, say, methods = [], fixed = false, base = 0 }) {
    Object.assign(this, { root, state, load, say, methods, fixed, base, player: null, trace: null, playing: false, owed: 0, typed: '' });
    this.board = new Board(part(root, 'board'), null, base);
    this.code = new Code(part(root, 'code'), part(root, 'variables'));
    this.marks = new Marks(part(root, 'marks'));
    this.tree = new Tree(part(root, 'tree'), part(root, 'tree-summary'));
    this.histogram = new Histogram(part(root, 'histogram'), part(root, 'histogram-summary'));
    this.digits = new Digits(part(root, 'digits'), part(root, 'digits-summary'));
    this.announcer = new Announcer(part(root, 'live'));
    this.listen();
  }

  part(name) { return part(this.root, name); }

  listen() {
    const click = (name, action) => this.part(name).addEventListener('click', action);
    click('play', () => this.toggle());
    click('forward', () => this.step(1));
    click('back', () => this.step(-1));
    click('start', () => this.go(0));
    click('end', () => this.go(Infinity));
    for (const kind of SKIPS) {
      click(`next-${kind}`, () => this.skip(kind, 1));
      click(`previous-${kind}`, () => this.skip(kind, -1));
    }
    this.part('scrub').addEventListener('input', (event) => this.go(Number(event.target.value)));
    this.part('speed').addEventListener('input', (event) => this.state.set({ speed: event.target.value }));
    this.part('fold').addEventListener('change', (event) => {
      this.tree.fold = event.target.checked;
      this.draw(true);
    });
    click('more', () => this.state.set({ events: 1000000 }));
    new ResizeObserver(() => this.player && this.texts && this.tree.draw(this.player, this.texts)).observe(this.part('tree'));
    if (!this.fixed) this.listenToForm();
  }

  listenToForm() {
    const form = this.part('form');
    form.addEventListener('submit', (event) => event.preventDefault());
    for (const name of ['method', 'n', 'seed', 'place', 'block']) {
      form.elements[name].addEventListener('change', (event) => this.change(name, event.target));
    }
    this.part('again').addEventListener('click', () => this.state.set({ seed: String(Math.floor(Math.random() * 2 ** 53)), at: 0 }));
  }

  // change takes over what was chosen in the form.
  change(name, input) {
    const value = input.value.trim();
    const changes = { [name]: value, at: 0 };
    const method = this.methods.find((m) => m.name === (name === 'method' ? value : this.state.of('watch').method));
    const n = Number(name === 'n' ? value : this.state.of('watch').n);
    if (method && n > method.traceMaxSize) changes.n = method.traceMaxSize;
    if (method && n < 1) changes.n = 1;
    if (method && !method.given) changes.place = '';
    if (method && !method.blocked) changes.block = '';
    if (name === 'place' || name === 'block') changes[name] = readTyped(value);
    this.state.set(changes);
    this.showForm();
  }

  /** Shows the part in a language: what did not change stays. */
  async show(texts) {
    this.texts = texts;
    this.visible = true;
    if (!this.fixed) this.showForm();
    const query = this.query();
    if (query === this.asked && this.player) {
      this.player.seek(this.state.of('watch').at);
      this.draw(true);
      return;
    }
    await this.record(query);
  }

  hide() {
    this.visible = false;
    this.pause();
    if (this.typed) this.typing('');
  }

  showForm() {
    const values = this.state.of('watch');
    const form = this.part('form');
    const method = this.methods.find((m) => m.name === values.method);
    for (const option of form.elements.method.options) {
      const about = this.methods.find((m) => m.name === option.value);
      write(option, about ? `${about.name}` : option.value);
    }
    for (const name of ['method', 'n', 'seed', 'place', 'block']) {
      const input = form.elements[name];
      if (document.activeElement !== input || name === 'n') input.value = values[name];
    }
    set(form.elements.n, { max: method ? method.traceMaxSize : 32 });
    write(this.part('method-about'), method ? method[this.texts.language] || '' : '');
    this.part('seeded').hidden = !(method && method.seeded);
    this.part('squares').hidden = !(method && method.given);
    if (values.place || values.block) this.part('squares').open = true;
  }

  query() {
    if (this.fixed) return 'fixed';
    const values = this.state.of('watch');
    const method = this.methods.find((m) => m.name === values.method);
    const query = new URLSearchParams({ method: values.method, n: values.n, events: values.events });
    if (method && method.seeded) query.set('seed', values.seed);
    if (method && method.delivers === 'stream') query.set('limit', 25);
    if (values.place) query.set('place', values.place);
    if (values.block) query.set('block', values.block);
    return query.toString();
  }

  // record asks for the trace of a query; a later one overtakes it.
  async record(query) {
    this.pause();
    if (this.abort) this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    this.asked = query;
    this.root.setAttribute('aria-busy', 'true');
    this.showError('');
    try {
      const trace = await this.load(query, signal);
      if (!signal.aborted) this.take(trace);
    } catch (error) {
      if (signal.aborted) return;
      this.asked = '';
      this.showError(error.message);
    } finally {
      if (!signal.aborted) this.root.removeAttribute('aria-busy');
    }
  }

  showError(text) {
    const box = this.part('error');
    write(box, text);
    box.hidden = !text;
    this.part('stage').classList.toggle('stale', Boolean(text));
  }

  // take plays a trace from the position that the state says.
  take(trace) {
    this.trace = trace;
    this.player = new Player(trace);
    Object.assign(this.player, { given: trace.given, blocked: trace.blocked });
    delete trace.events;
    this.givenKeys = new Set(trace.given.map(String));
    this.blockedKeys = new Set(trace.blocked.map(String));
    this.code.load(trace.code);
    this.tree.load(this.player);
    this.histogram.load(this.player, trace.expected);
    this.showPanels();
    set(this.part('scrub'), { max: this.player.length });
    this.player.seek(this.state.of('watch').at);
    this.draw(true);
    this.root.dispatchEvent(new CustomEvent('loaded'));
  }

  // showPanels shows what the method has and hides the rest.
  showPanels() {
    const { method } = this.trace;
    this.part('panel-marks').hidden = !marksOf(method);
    this.part('panel-tree').hidden = !TREES.has(method);
    this.part('panel-histogram').hidden = method !== 'shuffle';
    this.part('panel-digits').hidden = method !== 'odometer';
    const used = { nodes: TREES.has(method) || method === 'shuffle', backtracks: TREES.has(method), depth: TREES.has(method), tries: !TREES.has(method), permutations: method === 'odometer', marks: this.trace.stats.marks > 0, tests: this.trace.stats.tests > 0 };
    for (const name of COUNTERS) this.part(`counter-${name}`).hidden = used[name] === false;
    const impossible = this.trace.n === 2 || this.trace.n === 3;
    this.part('impossible').hidden = !impossible;
  }

  /** Goes steps forward or back. */
  step(by) {
    if (!this.player) return;
    this.pause();
    if (by > 0) this.player.forward();
    else this.player.back();
    this.arrived();
  }

  go(position) {
    if (!this.player) return;
    this.pause();
    this.player.seek(Math.min(position, this.player.length));
    this.arrived();
  }

  /** Goes to the next step of a kind, or to the one before; if there is none it
   * stays and says so. */
  skip(kind, by) {
    if (!this.player) return;
    const position = by > 0 ? this.player.next(kind) : this.player.previous(kind);
    if (position >= 0) this.go(position);
    else {
      this.pause();
      this.say(this.texts.t(`watch.none.${kind}`));
    }
  }

  /** Goes a hundredth of the trace forward or back. */
  percent(by) {
    if (this.player) this.go(this.player.at + by * Math.max(1, Math.floor(this.player.length / 100)));
  }

  /** Takes a key as a part of the step that is being typed; false if it is none. */
  type(key) {
    if (!this.player) return false;
    if (/^[0-9]$/.test(key)) this.typing((this.typed + key).slice(0, MOST_TYPED));
    else if (!this.typed) return false;
    else if (key === 'Backspace') this.typing(this.typed.slice(0, -1));
    else if (['Enter', '%', '％'].includes(key)) this.goTyped(key !== 'Enter');
    else if (key !== 'Shift') {
      this.typing('');
      return key === 'Escape';
    }
    return true;
  }

  typing(typed) {
    this.typed = typed;
    this.say(typed && this.texts.t('watch.typing', { Typed: typed }), true);
  }

  goTyped(percent) {
    const number = Number(this.typed);
    this.typing('');
    this.go(percent ? Math.floor(this.player.length * Math.min(number, 100) / 100) : number);
  }

  // arrived draws and remembers the position.
  arrived() {
    this.draw(true);
    this.remember();
  }

  remember() {
    if (this.player) this.state.set({ at: this.player.at });
  }

  /** Makes the speed twice as high, or half. */
  hasten(by) { this.state.set({ speed: this.state.of('watch').speed + by }); }

  toggle() { return this.playing ? this.pause() : this.play(); }

  play() {
    if (!this.player) return;
    if (this.player.at === this.player.length) this.player.seek(0);
    this.playing = true;
    this.owed = 1;
    this.before = performance.now();
    this.showPlaying();
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.showPlaying();
    this.remember();
    this.draw(true);
  }

  // frame makes the steps that are due since the last one and draws once.
  frame(now) {
    if (!this.playing) return;
    const rate = STEPS_A_SECOND * 2 ** this.state.of('watch').speed;
    this.owed += Math.max(0, now - this.before) / 1000 * rate;
    this.before = now;
    let steps = Math.min(Math.floor(this.owed), 64);
    this.owed = Math.min(this.owed - steps, 1);
    if (steps > 0) {
      while (steps-- > 0 && this.player.forward());
      this.draw(false);
    }
    if (this.player.at === this.player.length) this.pause();
    else requestAnimationFrame((next) => this.frame(next));
  }

  showPlaying() {
    const button = this.part('play');
    set(button, { 'data-playing': String(this.playing) });
    const text = this.texts.t(this.playing ? 'page.watch.pause' : 'page.watch.play');
    write(part(button, 'play-text'), text);
    set(part(button, 'play-sign'), { d: this.playing ? 'M3 2h3.5v12H3zM9.5 2H13v12H9.5z' : 'M3 1.5v13L13.5 8z' });
  }

  /** Draws the position. byHand says that one stepped and did not play. */
  draw(byHand) {
    const { player, trace, texts } = this;
    if (!player || !texts) return;
    this.drawBoard();
    this.drawTransport();
    this.drawCounters();
    this.code.draw(player, texts);
    if (marksOf(trace.method)) this.marks.draw(player, trace.method, texts);
    if (TREES.has(trace.method)) this.tree.draw(player, texts);
    if (trace.method === 'shuffle') this.histogram.draw(player, texts);
    if (trace.method === 'odometer') this.digits.draw(player, texts);
    this.drawSentence(byHand);
  }

  drawBoard() {
    const { player, texts } = this;
    const event = player.last();
    const solved = event !== null && event.kind === KIND.solution;
    const kind = event ? FOCUS[event.kind] || '' : '';
    const lines = event && event.kind === KIND.conflict
      ? [{ from: [event.otherRow, event.otherCol], to: [event.row, event.col], line: LINE_NAMES[event.line] }] : [];
    this.board.draw({
      n: player.n, cols: player.cols, attacks: player.attacks, texts, lines,
      queens: (row, col) => player.cols[row] === col,
      given: (row, col) => this.givenKeys.has(`${row},${col}`),
      blocked: (row, col) => this.blockedKeys.has(`${row},${col}`),
      focus: kind ? { row: event.row, col: event.col, kind } : null,
    });
    this.part('board-frame').classList.toggle('solved', solved);
    set(this.part('board'), { 'aria-label': texts.t('page.board.label', { Size: player.n }) });
  }

  drawTransport() {
    const { player, texts } = this;
    const scrub = this.part('scrub');
    scrub.value = player.at;
    const where = texts.t('page.watch.position', { At: player.at, Length: player.length });
    set(scrub, { 'aria-valuetext': where });
    write(this.part('position'), where);
    const speed = this.state.of('watch').speed;
    const input = this.part('speed');
    input.value = speed;
    const times = texts.t('page.watch.times', { Times: 2 ** speed });
    set(input, { 'aria-valuetext': times });
    write(this.part('speed-text'), times);
    for (const [name, off] of [['back', player.at === 0], ['start', player.at === 0], ['forward', player.at === player.length], ['end', player.at === player.length]]) {
      set(this.part(name), { 'aria-disabled': off ? 'true' : null });
    }
    for (const kind of SKIPS) {
      set(this.part(`next-${kind}`), { 'aria-disabled': player.next(kind) < 0 ? 'true' : null });
      set(this.part(`previous-${kind}`), { 'aria-disabled': player.previous(kind) < 0 ? 'true' : null });
    }
    if (!this.playing) this.showPlaying();
  }

  drawCounters() {
    for (const name of COUNTERS) write(part(this.part(`counter-${name}`), 'value'), this.texts.number(this.player.counters[name]));
  }

  drawSentence(byHand) {
    const { player, trace, texts } = this;
    const first = texts.t(...messageOf(player, trace.method, this.base));
    const atEnd = player.at === player.length;
    const text = atEnd ? texts.t('page.watch.and', { First: first, Second: texts.t(...endOf(trace)) }) : first;
    write(this.part('sentence'), text);
    const event = player.last();
    set(this.part('sentence'), { 'data-kind': event ? event.name : 'none' });
    this.part('more').hidden = this.fixed || !atEnd || trace.cut !== 'events' || this.state.of('watch').events >= 1000000;
    this.announcer.say(text, byHand);
  }
}

// readTyped takes squares as people type them, 0.4 1.2, and leaves out the rest.
function readTyped(text) {
  const list = text.match(/\d{1,3}\.\d{1,3}/g) || [];
  return list.join(',');
}
