// The state of the page: what is shown, kept in the address after #, so that a
// link shares all of it. What an address says is checked field by field; what is
// not valid is left out. A listener is told after every change.

const word = (...words) => ({ read: (text) => (words.includes(text) ? text : undefined) });
const integer = (low, high) => ({
  read: (text) => (/^-?\d{1,9}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : undefined),
});
const matching = (pattern) => ({ read: (text) => (pattern.test(text) ? text : undefined) });
const squares = { read: (text) => (/^(\d{1,3}\.\d{1,3})(,\d{1,3}\.\d{1,3}){0,399}$/.test(text) ? text : undefined) };
const seed = {
  read: (text) => (/^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n ? text : undefined),
};

/** The parts of the page, the first shown unless the address names one. */
export const PARTS = Object.freeze(['watch', 'solutions', 'play', 'count']);

// The fields of each part with what stands if nothing is said; the common ones
// are those of every part.
const FIELDS = {
  common: {
    lang: [word('en', 'zh'), ''],
    theme: [word('light', 'dark'), ''],
    type: [word('large'), ''],
  },
  watch: {
    method: [matching(/^[a-z0-9]{1,20}$/), 'backtrack'],
    n: [integer(1, 32), 8],
    seed: [seed, '1'],
    place: [squares, ''],
    block: [squares, ''],
    at: [integer(0, 100000000), 0],
    speed: [integer(-2, 6), 0],
    events: [integer(1, 1000000), 250000],
  },
  solutions: {
    n: [integer(1, 12), 8],
    group: [word('orbits', 'all'), 'orbits'],
    page: [integer(0, 100000000), 0],
    pick: [matching(/^\d{1,2}(\.\d{1,2}){0,13}$/), ''],
  },
  play: {
    n: [integer(4, 16), 8],
    queens: [squares, ''],
    crosses: [word('on', 'off'), 'on'],
  },
  count: {
    n: [integer(1, 32), 12],
  },
};

const fieldsOf = (name) => ({ ...FIELDS.common, ...FIELDS[name] });

/** Reads the part of an address after #: the part and its valid fields. */
export function readAddress(hash) {
  const [name, query = ''] = hash.replace(/^#/, '').slice(0, 8192).split(/\?(.*)/s);
  const partName = PARTS.includes(name) ? name : PARTS[0];
  const values = {};
  for (const [key, text] of new URLSearchParams(query)) {
    const fields = fieldsOf(partName);
    if (!Object.hasOwn(fields, key)) continue;
    const value = fields[key][0].read(text);
    if (value !== undefined) values[key] = value;
  }
  return { part: partName, values };
}

/** The state. Fields are read as state.get('n') of the part shown. */
export class State {
  constructor(hash) {
    this.listeners = [];
    this.values = { common: {} };
    for (const name of ['common', ...PARTS]) {
      this.values[name] = {};
      for (const [key, field] of Object.entries(FIELDS[name])) this.values[name][key] = field[1];
    }
    this.take(hash);
  }

  // take makes the state what an address says; what it leaves out becomes what
  // stands if nothing is said, except for the language and the look.
  take(hash) {
    const address = readAddress(hash);
    this.part = address.part;
    for (const [key, field] of Object.entries(FIELDS[this.part])) {
      this.values[this.part][key] = Object.hasOwn(address.values, key) ? address.values[key] : field[1];
    }
    for (const key of Object.keys(FIELDS.common)) {
      if (Object.hasOwn(address.values, key)) this.values.common[key] = address.values[key];
    }
  }

  get(key) {
    return Object.hasOwn(FIELDS.common, key) ? this.values.common[key] : this.values[this.part][key];
  }

  of(name) { return this.values[name]; }

  /** Changes fields of the part shown, or of all. Invalid values are left out. */
  set(changes) {
    const changed = new Set();
    for (const [key, value] of Object.entries(changes)) {
      const home = Object.hasOwn(FIELDS.common, key) ? 'common' : this.part;
      const field = FIELDS[home][key];
      const valid = value === '' ? field[1] : field[0].read(String(value));
      if (valid === undefined || this.values[home][key] === valid) continue;
      this.values[home][key] = valid;
      changed.add(key);
    }
    if (changed.size > 0) this.tell(changed);
  }

  /** Shows another part, and sets fields of it. */
  show(name, changes = {}) {
    if (!PARTS.includes(name)) return;
    const changed = new Set(['part']);
    this.part = name;
    for (const [key, value] of Object.entries(changes)) {
      const valid = value === '' ? FIELDS[name][key][1] : FIELDS[name][key][0].read(String(value));
      if (valid !== undefined) this.values[name][key] = valid;
      changed.add(key);
    }
    this.tell(changed);
  }

  /** The address that shares the state. */
  address() {
    const query = new URLSearchParams();
    for (const [key, field] of Object.entries(fieldsOf(this.part))) {
      const value = this.get(key);
      if (value !== field[1]) query.set(key, value);
    }
    const text = query.toString();
    return '#' + this.part + (text ? '?' + text : '');
  }

  listen(listener) { this.listeners.push(listener); }

  tell(changed) {
    for (const listener of this.listeners) listener(changed);
  }
}

/** Reads a list of squares as an address has it: r.c,r.c */
export function readSquares(text, n) {
  if (!text) return [];
  return text.split(',').map((square) => square.split('.').map(Number)).filter(([row, col]) => row < n && col < n);
}

/** Writes squares as an address has them. */
export function writeSquares(list) {
  return list.map(([row, col]) => `${row}.${col}`).join(',');
}
