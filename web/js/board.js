// The board as SVG: squares with how many queens attack each, queens, and what
// the last step was about. It is an ARIA grid; the arrow keys go over it.

import { draw, set, write } from './dom.js';
import { MAX_SQUARES } from './player.js';

const UNIT = 40; // one square
const MARGIN = 22; // for the numbers of rows and columns
const QUEEN = 'M6 13 L12.5 23 L13.5 9.5 L18 21 L20 8 L22 21 L26.5 9.5 L27.5 23 L34 13 L30.5 29 Q20 26.5 9.5 29 Z ' +
  'M9.5 31 Q20 28.5 30.5 31 L31.5 34.5 Q20 37 8.5 34.5 Z';
const BALLS = [[6, 11.5], [13.3, 7.6], [20, 6.2], [26.7, 7.6], [34, 11.5]];
const SIGNS = { row: '—', column: '|', diagonal: '\\', anti: '/' };

/** What an ARIA label says of a square. */
export function squareLabel(texts, square, base) {
  const words = [texts.t('page.square.name', { Row: square.row + base, Col: square.col + base })];
  if (square.queen) words.push(texts.t(square.given ? 'page.square.given' : 'page.square.queen'));
  if (square.blocked) words.push(texts.t('page.square.blocked'));
  if (square.attacks > 0) words.push(texts.t('page.square.attacked', { Count: square.attacks }));
  else if (!square.queen && !square.blocked) words.push(texts.t('page.square.free'));
  return words.join(texts.t('page.square.and'));
}

/** A board in an svg element. onSquare(row, col) is called when a square is
 * chosen by pointer, Enter or the space bar; without it the board only shows.
 * Rows and columns are shown counted from base. */
export class Board {
  constructor(svg, onSquare, base = 0) {
    this.svg = svg;
    this.onSquare = onSquare;
    this.base = base;
    this.n = 0;
    this.focusAt = 0;
    svg.addEventListener('keydown', (event) => this.onKey(event));
    if (onSquare) svg.addEventListener('click', (event) => this.onClick(event));
  }

  /** Draws the board. view has n, queens (a function of row and col), attacks
   * (counts by square or null), blocked and given (functions), focus
   * {row, col, kind}, lines [{from, to, line}], crosses and texts. crosses is on or off for
   * a cross on every attacked square or nothing, and left out for the counts. */
  draw(view) {
    if (view.n !== this.n) this.build(view.n);
    this.texts = view.texts;
    if (this.cells) this.drawSquares(view);
    else this.drawLarge(view);
    this.drawLines(view.lines || []);
  }

  // build makes the elements of a board of size n.
  build(n) {
    this.n = n;
    this.focusAt = 0;
    const side = n * UNIT + MARGIN;
    this.svg.replaceChildren();
    set(this.svg, { viewBox: `0 0 ${side + 2} ${side + 2}`, role: n <= MAX_SQUARES ? 'grid' : 'img' });
    this.cells = n <= MAX_SQUARES ? [] : null;
    if (this.cells) {
      set(this.svg, { 'aria-rowcount': n, 'aria-colcount': n, 'aria-readonly': this.onSquare ? null : 'true' });
      this.buildNumbers(n);
      this.buildSquares(n);
    } else {
      set(this.svg, { 'aria-rowcount': null, 'aria-colcount': null, 'aria-readonly': null });
      this.buildLarge(n);
    }
    this.lines = draw('g', { class: 'lines', 'aria-hidden': 'true' });
    this.svg.append(this.lines);
  }

  buildNumbers(n) {
    const numbers = draw('g', { class: 'numbers', 'aria-hidden': 'true' });
    for (let i = 0; i < n; i++) {
      const middle = MARGIN + (i + 0.5) * UNIT;
      numbers.append(draw('text', { x: middle, y: MARGIN - 6 }, String(i + this.base)));
      numbers.append(draw('text', { x: MARGIN / 2, y: middle + 5 }, String(i + this.base)));
    }
    this.svg.append(numbers);
  }

  buildSquares(n) {
    for (let row = 0; row < n; row++) {
      const group = draw('g', { role: 'row', 'aria-rowindex': row + 1 });
      for (let col = 0; col < n; col++) {
        const cell = new Square(row, col, this.base);
        this.cells.push(cell);
        group.append(cell.group);
      }
      this.svg.append(group);
    }
    set(this.cells[0].group, { tabindex: 0 });
  }

  buildLarge(n) {
    this.svg.append(draw('rect', { class: 'large', x: MARGIN, y: MARGIN, width: n * UNIT, height: n * UNIT }));
    this.dots = draw('g', { class: 'dots' });
    this.svg.append(this.dots);
  }

  drawSquares(view) {
    set(this.svg, { class: view.crosses === 'off' ? 'board plain' : 'board' });
    for (const cell of this.cells) {
      const { row, col } = cell;
      const focus = view.focus && view.focus.row === row && view.focus.col === col ? view.focus.kind : '';
      cell.show({
        row, col, focus,
        queen: view.queens(row, col),
        given: view.given ? view.given(row, col) : false,
        blocked: view.blocked ? view.blocked(row, col) : false,
        attacks: view.attacks ? view.attacks[row * this.n + col] : 0,
        hinted: view.hinted ? view.hinted(row, col) : false,
        text: view.crosses ? '×' : '',
      }, this.texts);
    }
  }

  // drawLarge shows the queens alone, as dots.
  drawLarge(view) {
    const list = [];
    for (let row = 0; row < view.n; row++) if (view.cols[row] >= 0) list.push([row, view.cols[row]]);
    const dots = this.dots;
    while (dots.childNodes.length > list.length) dots.lastChild.remove();
    const radius = Math.max(UNIT * 0.45, view.n * UNIT / 300);
    list.forEach(([row, col], i) => {
      const dot = dots.childNodes[i] || dots.appendChild(draw('circle'));
      set(dot, { cx: MARGIN + (col + 0.5) * UNIT, cy: MARGIN + (row + 0.5) * UNIT, r: radius });
    });
    set(this.svg, { class: 'board', 'aria-label': view.texts.t('page.board.large', { Size: view.n, Count: list.length }) });
  }

  // drawLines joins squares; a sign in the middle says which line it is.
  drawLines(lines) {
    const wide = Math.max(1, this.n * UNIT / 420);
    const children = [];
    for (const { from, to, line } of lines.slice(0, 60)) {
      const [x1, y1, x2, y2] = [from[1], from[0], to[1], to[0]].map((i) => MARGIN + (i + 0.5) * UNIT);
      children.push(draw('line', { x1, y1, x2, y2, 'stroke-width': 4 * wide, class: 'halo' }));
      children.push(draw('line', { x1, y1, x2, y2, 'stroke-width': 2.5 * wide }));
      if (lines.length > 8) continue;
      const [x, y, r] = [(x1 + x2) / 2, (y1 + y2) / 2, 10 * wide];
      children.push(draw('circle', { cx: x, cy: y, r }));
      children.push(draw('text', { x, y: y + 5 * wide, 'font-size': 14 * wide }, SIGNS[line] || ''));
    }
    if (children.length > 0 || this.lines.childNodes.length > 0) this.lines.replaceChildren(...children);
  }

  onClick(event) {
    const group = event.target.closest('[data-at]');
    if (!group) return;
    this.moveFocus(Number(group.dataset.at), false);
    this.onSquare(Math.floor(this.focusAt / this.n), this.focusAt % this.n);
  }

  onKey(event) {
    if (!this.cells || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = Math.floor(this.focusAt / this.n);
    const col = this.focusAt % this.n;
    const moves = {
      ArrowLeft: [row, Math.max(0, col - 1)], ArrowRight: [row, Math.min(this.n - 1, col + 1)],
      ArrowUp: [Math.max(0, row - 1), col], ArrowDown: [Math.min(this.n - 1, row + 1), col],
      Home: [row, 0], End: [row, this.n - 1],
    };
    if (Object.hasOwn(moves, event.key)) this.moveFocus(moves[event.key][0] * this.n + moves[event.key][1], true);
    else if (this.onSquare && (event.key === 'Enter' || event.key === ' ')) this.onSquare(row, col);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveFocus(at, focus) {
    set(this.cells[this.focusAt].group, { tabindex: -1 });
    this.focusAt = at;
    set(this.cells[at].group, { tabindex: 0 });
    if (focus) this.cells[at].group.focus();
  }
}

/** A queen as an SVG group. */
export function queenShape() {
  const shape = draw('g', { class: 'queen' }, draw('path', { d: QUEEN }));
  for (const [cx, cy] of BALLS) shape.append(draw('circle', { cx, cy, r: 2.3 }));
  return shape;
}

// A Square is the elements of one square. It touches them only when something
// changed.
class Square {
  constructor(row, col, base) {
    this.base = base;
    this.row = row;
    this.col = col;
    this.key = '';
    this.rect = draw('rect', { width: UNIT, height: UNIT });
    this.number = draw('text', { class: 'attacks', x: UNIT / 2, y: UNIT / 2 + 5 });
    this.queen = null;
    this.sign = null;
    this.group = draw('g', {
      role: 'gridcell', tabindex: -1, 'aria-rowindex': row + 1, 'aria-colindex': col + 1,
      transform: `translate(${MARGIN + col * UNIT} ${MARGIN + row * UNIT})`,
    }, this.rect, this.number);
  }

  show(now, texts) {
    const key = `${now.queen}${now.given}${now.blocked}${now.attacks}${now.focus}${now.hinted}${now.text}${texts.language}`;
    if (key === this.key) return;
    this.key = key;
    const n = this.group.parentNode.childNodes.length;
    const classes = ['square', (this.row + this.col) % 2 ? 'dark' : 'light'];
    if (now.attacks > 0) classes.push(now.queen ? 'clash' : 'attacked');
    if (now.blocked) classes.push('stone');
    if (now.given) classes.push('given');
    if (now.focus) classes.push('focus', now.focus);
    if (now.hinted) classes.push('hinted');
    set(this.group, { class: classes.join(' '), 'aria-label': squareLabel(texts, now, this.base), 'data-at': this.row * n + this.col });
    write(this.number, now.attacks > 0 && !now.queen && !now.blocked ? now.text || String(now.attacks) : '');
    this.showQueen(now.queen);
    this.showSign(now);
  }

  showQueen(stands) {
    if (stands && !this.queen) {
      this.queen = queenShape();
      this.group.append(this.queen);
    } else if (!stands && this.queen) {
      this.queen.remove();
      this.queen = null;
    }
  }

  // showSign draws the frame of the square that the step is about, with a sign
  // for each meaning: a cross for refused, dashes for tried, a ring for found.
  showSign(now) {
    if (this.sign) this.sign.remove();
    this.sign = null;
    const parts = [];
    if (now.blocked) parts.push(draw('path', { class: 'block', d: 'M8 8H32V32H8Z M8 8L32 32 M32 8L8 32' }));
    if (now.given) parts.push(draw('path', { class: 'corner', d: 'M0 0H12L0 12Z' }));
    if (now.focus) parts.push(draw('rect', { class: 'frame', x: 2, y: 2, width: UNIT - 4, height: UNIT - 4, rx: 3 }));
    if (now.focus === 'refused') parts.push(draw('path', { class: 'cross', d: 'M9 9L31 31 M31 9L9 31' }));
    if (now.focus === 'removed') parts.push(draw('path', { class: 'cross', d: 'M10 20H30' }));
    if (now.hinted) parts.push(draw('circle', { class: 'ring', cx: UNIT / 2, cy: UNIT / 2, r: UNIT / 2 - 4 }));
    if (parts.length === 0) return;
    this.sign = draw('g', { class: 'sign' }, ...parts);
    this.group.append(this.sign);
  }
}
