// The number that the odometer shows: a digit a row, the pair that clashes, and
// how many numbers were formed of all.

import { make, set, write } from './dom.js';
import { KIND } from './player.js';

/** How many numbers lie between 0 1 2 .. n-1 and n-1 .. 2 1 0; 1 for n = 1. */
export function numbersOf(n) {
  let low = 0n;
  let high = 0n;
  for (let i = 0; i < n; i++) {
    low = low * BigInt(n) + BigInt(i);
    high = high * BigInt(n) + BigInt(n - 1 - i);
  }
  return n === 1 ? 1n : high - low;
}

/** The digits of the odometer in an element. */
export class Digits {
  constructor(root, summary) {
    this.root = root;
    this.summary = summary;
    this.cells = [];
  }

  draw(player, texts) {
    if (this.cells.length !== player.n) {
      this.cells = Array.from({ length: player.n }, () => make('span', { class: 'digit' }));
      this.root.replaceChildren(...this.cells);
    }
    const event = player.last();
    const clash = event && event.kind === KIND.conflict ? [event.row, event.otherRow] : [];
    this.cells.forEach((cell, row) => {
      write(cell, player.cols[row] < 0 ? '·' : String(player.cols[row]));
      const changed = event && event.kind === KIND.digit && event.row === row;
      set(cell, { class: `digit${clash.includes(row) ? ' clash' : ''}${changed ? ' changed' : ''}` });
    });
    const total = numbersOf(player.n);
    const tried = player.counters.tries;
    const share = Number(BigInt(tried) * 1000000n / total) / 10000;
    write(this.summary, texts.t('page.odometer.tried', { Count: tried, Total: texts.number(String(total)), Percent: texts.number(share, 4) }));
  }
}
