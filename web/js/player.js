// Replays a trace forwards and backwards. It searches nothing: every event says
// what changed, and applying it backwards undoes it.

/** The kinds of events by their number in the stream. */
export const KIND = Object.freeze({
  none: 0, given: 1, try: 2, conflict: 3, blocked: 4, place: 5, remove: 6, solution: 7,
  set: 8, swap: 9, digit: 10, candidate: 11, restart: 12, line: 13, proof: 14, mark: 15,
});

/** The names of the kinds by number. */
export const KIND_NAMES = Object.freeze(Object.keys(KIND));

/** The lines along which queens attack, by their number in the stream. */
export const LINE_NAMES = Object.freeze(['none', 'row', 'column', 'diagonal', 'anti']);

const EMPTY = -1;
const CELL = 0x3ff;
const CHECKPOINT_EVERY = 4096;
/** Boards up to this size are drawn square by square. */
export const MAX_SQUARES = 40;

// Kinds whose amount is cells written, and those whose amount is tests made.
const MARKS = new Set([KIND.given, KIND.place, KIND.remove, KIND.restart, KIND.mark]);
const TESTS = new Set([KIND.try, KIND.conflict, KIND.blocked, KIND.solution, KIND.line]);

/** Decodes base64 into the words of the stream, two for an event. */
export function decodeWords(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length & ~7);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  const words = new Uint32Array(bytes.length / 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(4 * i, true);
  return words;
}

/** Adds by to the attack counts of every square that a queen attacks. */
export function addAttacks(attacks, n, row, col, by) {
  for (let i = 0; i < n; i++) {
    if (i !== col) attacks[row * n + i] += by;
    if (i === row) continue;
    attacks[i * n + col] += by;
    const away = i - row;
    if (col + away >= 0 && col + away < n) attacks[i * n + col + away] += by;
    if (col - away >= 0 && col - away < n) attacks[i * n + col - away] += by;
  }
}

/** A position in a trace: the point after so many events, with the board and
 * every counter there. */
export class Player {
  constructor(trace) {
    this.n = trace.n;
    this.words = decodeWords(trace.events);
    this.length = this.words.length / 2;
    this.at = 0;
    this.cols = new Int16Array(this.n).fill(EMPTY);
    this.attacks = this.n <= MAX_SQUARES ? new Int16Array(this.n * this.n) : null;
    this.counters = { nodes: 0, backtracks: 0, depth: 0, tests: 0, marks: 0, tries: 0, permutations: 0, solutions: 0 };
    this.checkpoints = [];
    this.indexEvents();
  }

  kind(i) { return this.words[2 * i] & 15; }

  flag(i) { return (this.words[2 * i] >> 4 & 1) === 1; }

  /** The event with index i, unpacked. */
  event(i) {
    const low = this.words[2 * i];
    const high = this.words[2 * i + 1];
    const kind = low & 15;
    const event = {
      kind, name: KIND_NAMES[kind], flag: (low >> 4 & 1) === 1, line: low >> 5 & 7,
      row: low >> 8 & CELL, col: low >> 18 & CELL,
      otherRow: high & CELL, otherCol: high >> 10 & CELL, amount: high >>> 20,
      free: 0, ties: 0, nodes: 0,
    };
    if (kind === KIND.line) {
      event.free = event.otherRow;
      event.ties = event.otherCol;
    }
    if (kind === KIND.proof) event.nodes = (low >>> 8 & 0xfffff) + high * 0x100000;
    return event;
  }

  /** The event that led here, null at the beginning. */
  last() { return this.at > 0 ? this.event(this.at - 1) : null; }

  // indexEvents keeps the positions that one may skip to.
  indexEvents() {
    const lists = { placement: [], backtrack: [], solution: [] };
    for (let i = 0; i < this.length; i++) {
      const kind = this.kind(i);
      if (kind === KIND.place || kind === KIND.set || kind === KIND.digit || kind === KIND.swap) lists.placement.push(i + 1);
      else if (kind === KIND.solution) lists.solution.push(i + 1);
      else if (kind === KIND.restart || kind === KIND.remove && this.flag(i)) lists.backtrack.push(i + 1);
    }
    this.positions = {
      placement: Int32Array.from(lists.placement),
      backtrack: Int32Array.from(lists.backtrack),
      solution: Int32Array.from(lists.solution),
    };
  }

  /** The first position after this one of a kind: placement, backtrack, solution.
   * -1 if there is none. */
  next(kind) {
    const list = this.positions[kind];
    const i = upperBound(list, this.at);
    return i < list.length ? list[i] : -1;
  }

  /** The last position before this one of a kind; -1 if there is none. */
  previous(kind) {
    const list = this.positions[kind];
    const i = upperBound(list, this.at - 1);
    return i > 0 ? list[i - 1] : -1;
  }

  forward() {
    if (this.at >= this.length) return false;
    if (this.at % CHECKPOINT_EVERY === 0) this.remember();
    this.apply(this.at, 1);
    this.at++;
    return true;
  }

  back() {
    if (this.at === 0) return false;
    this.at--;
    this.apply(this.at, -1);
    return true;
  }

  /** Goes to a position: from the nearest checkpoint if that is nearer. */
  seek(position) {
    const target = Math.max(0, Math.min(this.length, Math.round(position) || 0));
    const slot = Math.min(Math.floor(target / CHECKPOINT_EVERY), this.checkpoints.length - 1);
    if (slot >= 0 && target - slot * CHECKPOINT_EVERY < Math.abs(target - this.at)) this.restore(slot);
    while (this.at < target) this.forward();
    while (this.at > target) this.back();
  }

  remember() {
    const slot = this.at / CHECKPOINT_EVERY;
    if (slot !== this.checkpoints.length) return;
    this.checkpoints.push({ cols: this.cols.slice(), counters: { ...this.counters } });
  }

  restore(slot) {
    const point = this.checkpoints[slot];
    this.at = slot * CHECKPOINT_EVERY;
    this.cols.set(point.cols);
    Object.assign(this.counters, point.counters);
    if (!this.attacks) return;
    this.attacks.fill(0);
    for (let row = 0; row < this.n; row++) {
      if (this.cols[row] !== EMPTY) addAttacks(this.attacks, this.n, row, this.cols[row], 1);
    }
  }

  // move makes the queen of a row stand on another column, or nowhere.
  move(row, col) {
    const from = this.cols[row];
    if (from === col) return;
    if (this.attacks && from !== EMPTY) addAttacks(this.attacks, this.n, row, from, -1);
    if (this.attacks && col !== EMPTY) addAttacks(this.attacks, this.n, row, col, 1);
    this.cols[row] = col;
  }

  // apply does event i (by 1) or undoes it (by -1).
  apply(i, by) {
    const low = this.words[2 * i];
    const high = this.words[2 * i + 1];
    const kind = low & 15;
    const row = low >> 8 & CELL;
    const col = low >> 18 & CELL;
    const c = this.counters;
    if (MARKS.has(kind)) c.marks += by * (high >>> 20);
    else if (TESTS.has(kind)) c.tests += by * (high >>> 20);
    switch (kind) {
      case KIND.place:
        c.nodes += by; // falls through
      case KIND.set:
        c.depth += by; // falls through
      case KIND.given:
        this.move(row, by > 0 ? col : EMPTY);
        break;
      case KIND.remove:
        c.depth -= by;
        if (low >> 4 & 1) c.backtracks += by;
        this.move(row, by > 0 ? EMPTY : col);
        break;
      case KIND.swap:
        this.swap(row, col, high & CELL, high >> 10 & CELL, by);
        break;
      case KIND.digit:
        this.move(row, by > 0 ? col : high >> 10 & CELL);
        break;
      case KIND.candidate:
        c.tries += by;
        if (low >> 4 & 1) c.permutations += by;
        break;
      case KIND.solution:
        c.solutions += by;
        break;
      case KIND.proof:
        c.nodes += by * ((low >>> 8 & 0xfffff) + high * 0x100000);
        break;
    }
  }

  swap(row, col, otherRow, otherCol, by) {
    if (row === otherRow) return;
    this.move(row, by > 0 ? col : otherCol);
    this.move(otherRow, by > 0 ? otherCol : col);
  }
}

/** The index of the first member of a sorted list that is above value. */
export function upperBound(list, value, length = list.length) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
