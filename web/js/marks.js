// Shows what a search remembers of its queens: three arrays of marks, a matrix,
// or one machine word each. All follow from the queens that stand.

import { make, set, write } from './dom.js';
import { KIND, MAX_SQUARES } from './player.js';

/** How the methods remember. A method that is not listed has no marks. */
const KINDS = Object.freeze({
  backtrack: 'arrays', iterative: 'arrays', restarts: 'arrays', marks2d: 'matrix', bitboard: 'words',
});

/** Which of arrays, matrix and words a method has; '' for none. */
export function marksOf(method) { return Object.hasOwn(KINDS, method) ? KINDS[method] : ''; }

const ARRAYS = [
  { name: 'cols', formula: 'col', sign: '|', text: 'page.marks.column', index: (row, col) => col, length: (n) => n },
  { name: 'diags', formula: 'row − col + n − 1', sign: '\\', text: 'page.marks.diagonal', index: (row, col, n) => row - col + n - 1, length: (n) => 2 * n - 1 },
  { name: 'antis', formula: 'row + col', sign: '/', text: 'page.marks.anti', index: (row, col) => row + col, length: (n) => 2 * n - 1 },
];

/** The marks of a player in an element. */
export class Marks {
  constructor(root) {
    this.root = root;
    this.shape = '';
  }

  draw(player, method, texts) {
    const kind = marksOf(method);
    const shape = `${kind} ${player.n} ${texts.language}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.root.replaceChildren();
      this.show = null;
      if (player.n > MAX_SQUARES) this.root.append(make('p', { class: 'note' }, texts.t('page.marks.large')));
      else if (kind === 'arrays') this.show = arrays(this.root, player.n, texts);
      else if (kind === 'matrix') this.show = matrix(this.root, player.n, texts);
      else if (kind === 'words') this.show = words(this.root, player.n, texts);
    }
    if (this.show) this.show(player);
  }
}

// heading names an array, always with its arrow and its formula.
function heading(array, texts) {
  return make('p', { class: 'array-name' },
    make('code', {}, array.name), ' ', make('span', { class: 'arrow', 'aria-hidden': 'true' }, array.sign), ' ',
    texts.t(array.text), ' ', make('code', { class: 'formula' }, `${array.name}[${array.formula}]`));
}

function cellsOf(length, label) {
  const cells = [];
  const row = make('tr');
  const numbers = make('tr', { class: 'indices' });
  for (let i = 0; i < length; i++) {
    numbers.append(make('th', { scope: 'col' }, String(i)));
    cells.push(row.appendChild(make('td')));
  }
  const table = make('table', { class: 'cells', 'aria-label': label }, make('thead', {}, numbers), make('tbody', {}, row));
  return { cells, scroll: make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }, table) };
}

// paint shows a cell; looked says how the last step concerned it.
function paint(cell, text, marked, looked) {
  write(cell, text);
  set(cell, { class: [marked ? 'marked' : '', looked].join(' ').trim() || null });
}

// bringIntoView scrolls a box sideways until one sees a cell of its table.
function bringIntoView(scroll, cell) {
  const [seen, box] = [cell.getBoundingClientRect(), scroll.getBoundingClientRect()];
  if (seen.left < box.left || seen.right > box.right) scroll.scrollLeft += (seen.left + seen.right - box.left - box.right) / 2;
}

// concerns returns how an event concerns the marks of its square.
function concerns(event) {
  if (!event) return '';
  switch (event.kind) {
    case KIND.try: return 'tested';
    case KIND.conflict: return 'tested';
    case KIND.place: case KIND.remove: case KIND.given: return 'written';
  }
  return '';
}

function arrays(root, n, texts) {
  const parts = ARRAYS.map((array) => {
    const list = cellsOf(array.length(n), texts.t('page.marks.label', { Name: array.name }));
    root.append(make('section', { class: 'array' }, heading(array, texts), list.scroll));
    return { ...array, ...list };
  });
  return (player) => {
    const event = player.last();
    const how = concerns(event);
    for (const array of parts) {
      const marked = new Uint8Array(array.cells.length);
      for (let row = 0; row < n; row++) if (player.cols[row] >= 0) marked[array.index(row, player.cols[row], n)] = 1;
      const at = how ? array.index(event.row, event.col, n) : -1;
      array.cells.forEach((cell, i) => paint(cell, String(marked[i]), marked[i], i === at ? how : ''));
      if (at >= 0) bringIntoView(array.scroll, array.cells[at]);
    }
  };
}

// matrix is 0 for a free square, 1 for a queen, 2 for one that a queen above
// attacks; given queens attack the rows above them too.
function matrix(root, n, texts) {
  const cells = [];
  const body = make('tbody');
  for (let row = 0; row < n; row++) {
    const line = body.appendChild(make('tr', {}, make('th', { scope: 'row' }, String(row))));
    for (let col = 0; col < n; col++) cells.push(line.appendChild(make('td')));
  }
  const head = make('tr', { class: 'indices' }, make('td'));
  for (let col = 0; col < n; col++) head.append(make('th', { scope: 'col' }, String(col)));
  const label = texts.t('page.marks.matrix');
  root.append(make('p', { class: 'array-name' }, make('code', { class: 'formula' }, 'cells[row*n + col]'), ' ', texts.t('page.marks.matrix.meaning')),
    make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label },
      make('table', { class: 'cells matrix', 'aria-label': label }, make('thead', {}, head), body)));
  return (player) => {
    const values = matrixOf(player);
    const event = player.last();
    const how = concerns(event);
    const at = how ? event.row * n + event.col : -1;
    cells.forEach((cell, i) => paint(cell, String(values[i]), values[i] > 0, i === at ? how : ''));
  };
}

/** The matrix of marks2d for the queens of a player. */
export function matrixOf(player) {
  const { n } = player;
  const values = new Uint8Array(n * n);
  for (const [row, col] of player.blocked || []) values[row * n + col] = 2;
  for (let row = 0; row < n; row++) {
    const col = player.cols[row];
    if (col < 0) continue;
    const whole = (player.given || []).some((square) => square[0] === row);
    for (let r = whole ? 0 : row + 1; r < n; r++) {
      if (r === row) continue;
      for (const c of [col, col + (r - row), col - (r - row)]) if (c >= 0 && c < n) values[r * n + c] = 2;
    }
  }
  for (let row = 0; row < n; row++) if (player.cols[row] >= 0) values[row * n + player.cols[row]] = 1;
  return values;
}

// words are the masks of the row that is next; bit 0 is column 0, and is written
// on the right as numbers are.
function words(root, n, texts) {
  const rows = ['cols', 'diags', 'antis', 'free'].map((name) => {
    const value = make('code', { class: 'word' });
    const array = ARRAYS.find((a) => a.name === name);
    const line = make('tr', {},
      make('th', { scope: 'row' }, make('code', {}, name), ' ', ...(array ? [make('span', { class: 'arrow', 'aria-hidden': 'true' }, array.sign)] : [])),
      make('td', {}, value));
    return { name, value, line };
  });
  const caption = make('p', { class: 'note' });
  root.append(caption, make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': texts.t('page.marks.words') },
    make('table', { class: 'words', 'aria-label': texts.t('page.marks.words') }, make('tbody', {}, ...rows.map((r) => r.line)))),
  make('p', { class: 'note' }, texts.t('page.marks.words.meaning')));
  return (player) => {
    const { row, masks } = masksOf(player);
    write(caption, texts.t('page.marks.words.row', { Row: row }));
    for (const line of rows) write(line.value, [...masks[line.name]].reverse().join(''));
  };
}

/** The masks of the bitboard for the topmost row without a queen: arrays of
 * bits, bit 0 first. The free squares are those no queen attacks and no stone
 * blocks. */
export function masksOf(player) {
  const { n } = player;
  let row = player.cols.indexOf(-1);
  if (row < 0) row = n;
  const masks = {};
  for (const name of ['cols', 'diags', 'antis', 'free']) masks[name] = new Uint8Array(n);
  for (let r = 0; r < n; r++) {
    const col = player.cols[r];
    if (col < 0) continue;
    masks.cols[col] = 1;
    if (col + row - r >= 0 && col + row - r < n) masks.diags[col + row - r] = 1;
    if (col - row + r >= 0 && col - row + r < n) masks.antis[col - row + r] = 1;
  }
  for (let col = 0; col < n; col++) {
    const stone = (player.blocked || []).some((square) => square[0] === row && square[1] === col);
    masks.free[col] = row < n && !stone && !masks.cols[col] && !masks.diags[col] && !masks.antis[col] ? 1 : 0;
  }
  return { row, masks };
}
