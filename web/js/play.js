// The part where one places queens by hand.

import { ask } from './api.js';
import { Board } from './board.js';
import { make, part, set, write } from './dom.js';
import { remember, remembered } from './look.js';
import { addAttacks } from './player.js';
import { readSquares, writeSquares } from './state.js';

const KEY = 'queens.play';
const WAIT = 150; // ms until a change is asked about
const LINE_KEYS = { row: 'row', column: 'column', diagonal: 'diagonal', 'anti-diagonal': 'anti' };

/** What was done on the board: every position with its size, and where one
 * stands among them. */
export class History {
  constructor(start) {
    this.past = [];
    this.now = start;
    this.future = [];
  }

  /** Takes a new position; what was undone is forgotten. */
  push(position) {
    if (position.n === this.now.n && position.queens === this.now.queens) return;
    this.past.push(this.now);
    this.now = position;
    this.future = [];
  }

  undo() {
    if (this.past.length === 0) return false;
    this.future.push(this.now);
    this.now = this.past.pop();
    return true;
  }

  redo() {
    if (this.future.length === 0) return false;
    this.past.push(this.now);
    this.now = this.future.pop();
    return true;
  }

  /** The history that was kept, if it is one. */
  static from(kept, isPosition) {
    const { past, now, future } = kept;
    if (!isPosition(now) || !Array.isArray(past) || !Array.isArray(future) || ![...past, ...future].every(isPosition)) return null;
    return Object.assign(new History(now), { past, future });
  }
}

/** Every pair of queens that attack each other, with the line. */
export function conflictsOf(queens) {
  const list = [];
  queens.forEach(([row, col], i) => {
    for (const [otherRow, otherCol] of queens.slice(i + 1)) {
      let line = '';
      if (row === otherRow) line = 'row';
      else if (col === otherCol) line = 'column';
      else if (row - col === otherRow - otherCol) line = 'diagonal';
      else if (row + col === otherRow + otherCol) line = 'anti';
      if (line) list.push({ from: [row, col], to: [otherRow, otherCol], line });
    }
  });
  return list;
}

function isPosition(value) {
  return value && Number.isInteger(value.n) && value.n >= 4 && value.n <= 16 && typeof value.queens === 'string' &&
    (value.queens === '' || /^(\d{1,2}\.\d{1,2})(,\d{1,2}\.\d{1,2}){0,255}$/.test(value.queens));
}

/** The Play part. openWatch(fields) shows a search. */
export class Play {
  constructor(root, { state, openWatch }) {
    Object.assign(this, { root, state, openWatch, hinted: null, timer: 0 });
    this.board = new Board(part(root, 'board'), (row, col) => this.flip(row, col));
    this.history = History.from(remembered(KEY), isPosition) || new History({ n: 8, queens: '' });
    this.listen();
  }

  part(name) { return part(this.root, name); }

  listen() {
    const click = (name, action) => this.part(name).addEventListener('click', action);
    click('undo', () => this.undo());
    click('redo', () => this.redo());
    click('clear', () => this.place(this.n, []));
    click('check', () => this.check());
    for (const strength of [1, 2, 3]) click(`hint-${strength}`, () => this.hint(strength));
    click('import', () => this.import());
    click('export', () => this.export());
    click('copy', () => this.copy());
    click('refutation', (event) => {
      event.preventDefault();
      this.openWatch(this.refutation());
    });
    this.part('forms').addEventListener('change', () => this.aboutForm());
    const form = this.part('form');
    form.addEventListener('submit', (event) => event.preventDefault());
    form.elements.n.addEventListener('change', (event) => this.resize(event.target));
    form.elements.crosses.addEventListener('change', (event) => this.state.set({ crosses: event.target.checked ? 'on' : 'off' }));
  }

  get n() { return this.history.now.n; }

  get queens() { return readSquares(this.history.now.queens, this.n); }

  /** Takes over the position of a link, or what was kept if it names none. */
  enter(linked) {
    const { n, queens } = this.state.of('play');
    if (linked || queens) this.history.push({ n, queens: writeSquares(readSquares(queens, n)) });
    this.publish();
  }

  show(texts) {
    this.texts = texts;
    this.fillForms();
    const { n, queens } = this.state.of('play');
    this.history.push({ n, queens: writeSquares(readSquares(queens, n)) });
    this.publish();
    this.draw();
    this.ask();
  }

  hide() { clearTimeout(this.timer); }

  resize(input) {
    const n = Number(input.value);
    if (Number.isInteger(n) && n >= 4 && n <= 16) this.place(n, this.queens.filter(([row, col]) => row < n && col < n));
    input.value = this.n;
  }

  flip(row, col) {
    const rest = this.queens.filter((queen) => queen[0] !== row || queen[1] !== col);
    if (rest.length === this.queens.length) rest.push([row, col]);
    this.place(this.n, rest);
  }

  place(n, queens) {
    const sorted = queens.map((queen) => [...queen]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    this.history.push({ n, queens: writeSquares(sorted) });
    this.changed();
  }

  undo() { if (this.history.undo()) this.changed(); }

  redo() { if (this.history.redo()) this.changed(); }

  // changed forgets what was said about the position before.
  changed() {
    this.hinted = null;
    for (const name of ['hint', 'verdict', 'text-result']) write(this.part(name), '');
    this.checked = false;
    this.part('conflicts').replaceChildren();
    this.publish();
    if (this.texts) {
      this.draw();
      this.ask();
    }
  }

  // publish makes the position part of the address and keeps it.
  publish() {
    const { now, past, future } = this.history;
    Object.assign(this.state.of('play'), now);
    this.state.tell(new Set(['address']));
    for (let keep = past.length; !remember(KEY, { past: past.slice(past.length - keep), now, future }) && keep > 0; keep = Math.floor(keep / 2));
  }

  draw() {
    const { texts, n } = this;
    const queens = this.queens;
    const stands = new Set(queens.map(String));
    const attacks = new Int16Array(n * n);
    for (const [row, col] of queens) addAttacks(attacks, n, row, col, 1);
    const lines = conflictsOf(queens);
    const { crosses } = this.state.of('play');
    this.board.draw({
      n, attacks, texts, lines, crosses, queens: (row, col) => stands.has(`${row},${col}`),
      hinted: this.hinted, focus: null,
    });
    set(this.part('board'), { 'aria-label': texts.t('page.play.board', { Size: n }) });
    const solved = queens.length === n && lines.length === 0;
    this.part('board-frame').classList.toggle('solved', solved);
    if (!this.checked) write(this.part('verdict'), texts.t('page.verdict.none'));
    write(this.part('standing'), this.standing(queens.length, lines.length, solved));
    const form = this.part('form');
    form.elements.n.value = n;
    form.elements.crosses.checked = crosses === 'on';
    for (const [name, list] of [['undo', this.history.past], ['redo', this.history.future]]) set(this.part(name), { 'aria-disabled': list.length === 0 ? 'true' : null });
  }

  standing(queens, conflicts, solved) {
    const { texts, n } = this;
    if (solved) return texts.t('page.play.solved', { Size: n });
    const words = [texts.t('page.play.standing', { Count: queens, Size: n })];
    words.push(conflicts > 0 ? texts.t('page.play.conflicts', { Count: conflicts }) : texts.t('page.play.peace'));
    return words.join(' ');
  }

  query(more = {}) { return { n: this.n, place: this.history.now.queens, ...more }; }

  // request asks about the position; an answer that comes too late is dropped.
  async request(path, options = {}) {
    const asked = this.history.now;
    try {
      const answer = await ask(path, { offline: this.texts.t('page.offline'), ...options });
      this.fail('');
      return asked === this.history.now ? answer : null;
    } catch (error) {
      if (asked === this.history.now) this.fail(error.message);
      return null;
    }
  }

  fail(text) {
    write(this.part('error'), text);
    this.part('error').hidden = !text;
  }

  // ask asks, a little later, how many solutions still fit.
  ask() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fits(), WAIT);
  }

  async fits() {
    const answer = await this.request('/api/fits', { query: this.query() });
    if (!answer) return;
    const { texts } = this;
    const none = answer.exact && answer.count === '0';
    const key = none ? 'page.fits.none' : answer.exact ? 'page.fits.exact' : 'page.fits.least';
    write(this.part('fits'), texts.t(key, { Count: answer.count }));
    this.part('refuted').hidden = !none || conflictsOf(this.queens).length > 0;
  }

  /** The search that shows that nothing fits. */
  refutation() {
    const method = this.n <= 10 ? 'backtrack' : 'restarts';
    return { method, n: this.n, place: this.history.now.queens, block: '', at: 0 };
  }

  async check() {
    const answer = await this.request('/api/check', { query: this.query() });
    if (!answer) return;
    const { texts } = this;
    const missing = this.n - this.queens.length;
    this.checked = true;
    let key = 'page.verdict.valid';
    if (answer.conflicts.length > 0) key = 'page.verdict.conflicts';
    else if (!answer.valid) key = 'page.verdict.incomplete';
    write(this.part('verdict'), texts.t(key, { Count: answer.conflicts.length || missing, Size: this.n }));
    this.part('conflicts').replaceChildren(...answer.conflicts.slice(0, 50).map((conflict) => make('li', {}, texts.t(`page.conflict.${LINE_KEYS[conflict.line]}`, {
      RowA: conflict.a[0], ColA: conflict.a[1], RowB: conflict.b[0], ColB: conflict.b[1],
    }))));
  }

  async hint(strength) {
    const answer = await this.request('/api/hint', { query: this.query({ strength }) });
    if (!answer) return;
    write(this.part('hint'), answer.text);
    this.hinted = null;
    if (answer.square) this.hinted = (row, col) => row === answer.square[0] && col === answer.square[1];
    else if (answer.line === 'row') this.hinted = (row) => row === answer.index;
    else if (answer.line === 'column') this.hinted = (row, col) => col === answer.index;
    this.draw();
  }

  fillForms() {
    const select = this.part('forms');
    const chosen = select.value;
    const names = Object.keys(this.texts.catalog).filter((key) => key.startsWith('form.')).map((key) => key.slice(5));
    select.replaceChildren(...names.map((name) => make('option', { value: name }, name)));
    if (names.includes(chosen)) select.value = chosen;
    this.aboutForm();
  }

  aboutForm() { write(this.part('form-about'), this.texts.t(`form.${this.part('forms').value}`)); }

  async import() {
    const answer = await this.request('/api/read', { method: 'POST', body: { text: this.part('text').value, n: this.n } });
    if (!answer) return;
    if (answer.n < 4 || answer.n > 16) {
      this.fail(this.texts.t('page.text.size', { Size: answer.n }));
      return;
    }
    this.place(answer.n, answer.squares);
    write(this.part('text-result'), this.texts.t('page.text.imported', { Form: answer.format, Count: answer.squares.length }));
  }

  async export() {
    const answer = await this.request('/api/write', { query: this.query({ format: this.part('forms').value }) });
    if (!answer) return;
    this.part('text').value = answer.text;
    write(this.part('text-result'), this.texts.t('page.text.exported', { Form: this.part('forms').value }));
  }

  async copy() {
    const area = this.part('text');
    area.select();
    try {
      await navigator.clipboard.writeText(area.value);
      write(this.part('text-result'), this.texts.t('page.copied'));
    } catch {
      write(this.part('text-result'), this.texts.t('page.text.selected'));
    }
  }
}

/** The keys of the Play part. */
export function playKeys(play, when) {
  const bind = (keys, show, text, run, control = false) => ({ keys, show, text, run, when, control, of: 'page.nav.play' });
  return [
    bind(['u', 'U'], ['u'], 'page.play.undo', () => play.undo()),
    bind(['r', 'R'], ['r'], 'page.play.redo', () => play.redo()),
    bind(['z'], [], '', () => play.undo(), true),
    bind(['y', 'Z'], [], '', () => play.redo(), true),
    bind(['x', 'X'], ['x'], 'page.play.crosses', () => play.state.set({ crosses: play.state.of('play').crosses === 'on' ? 'off' : 'on' })),
    bind(['c', 'C'], ['c'], 'page.play.check', () => play.check()),
    bind(['h', 'H'], ['h'], 'page.hint.2', () => play.hint(2)),
  ];
}
