// Shows the source of the function that runs, with the line of the last step
// lit, and its variables.

import { make, set, write } from './dom.js';
import { KIND } from './player.js';

/** The code of a trace in a list, and its variables in a table. */
export class Code {
  constructor(scroll, variables) {
    this.scroll = scroll;
    this.variables = variables;
    this.lines = [];
    this.lit = -1;
  }

  /** Shows the code of a trace: {file, lines, marks}. */
  load(code) {
    this.marks = code && code.marks ? code.marks : {};
    this.lit = -1;
    const list = make('ol', { class: 'code' });
    this.lines = ((code && code.lines) || []).map((text) => list.appendChild(make('li', {}, make('code', {}, text || ' '))));
    this.scroll.replaceChildren(list);
    this.scroll.scrollTop = 0;
  }

  draw(player, texts) {
    const event = player.last();
    const line = event ? Number(this.marks[event.name]) - 1 : -1;
    this.light(Number.isInteger(line) ? line : -1);
    this.drawVariables(player, event, texts);
  }

  light(line) {
    if (line === this.lit) return;
    if (this.lines[this.lit]) set(this.lines[this.lit], { class: null, 'aria-current': null });
    this.lit = line;
    const element = this.lines[line];
    if (!element) return;
    set(element, { class: 'lit', 'aria-current': 'step' });
    const top = element.offsetTop; // within the list's box, which is positioned
    const seen = this.scroll.clientHeight;
    if (top < this.scroll.scrollTop + 8 || top + element.offsetHeight > this.scroll.scrollTop + seen - 8) {
      this.scroll.scrollTop = top - seen / 2;
    }
  }

  drawVariables(player, event, texts) {
    const pairs = [['n', player.n]];
    if (event && hasSquare(event.kind)) {
      pairs.push(['row', event.row], ['col', event.col]);
      if (event.kind !== KIND.swap && event.kind !== KIND.digit) {
        pairs.push(['row − col + n − 1', event.row - event.col + player.n - 1], ['row + col', event.row + event.col]);
      }
    }
    if (event && event.kind === KIND.line) pairs.push(['row', event.row], ['free', event.free]);
    pairs.push(['queens', placementText(player.cols)]);
    if (this.variables.childNodes.length !== pairs.length) {
      this.variables.replaceChildren(...pairs.map(() => make('div', {}, make('dt'), make('dd'))));
    }
    pairs.forEach(([name, value], i) => {
      const [term, text] = this.variables.childNodes[i].childNodes;
      write(term, name);
      write(text, typeof value === 'number' ? texts.number(value) : value);
    });
  }
}

function hasSquare(kind) {
  return [KIND.given, KIND.try, KIND.conflict, KIND.blocked, KIND.place, KIND.remove, KIND.set, KIND.swap, KIND.digit, KIND.mark].includes(kind);
}

/** The columns of the queens, - for a row without one. */
export function placementText(cols) {
  const shown = Array.from(cols.subarray ? cols.subarray(0, 40) : cols.slice(0, 40), (col) => (col < 0 ? '-' : String(col)));
  return shown.join(' ') + (cols.length > 40 ? ' …' : '');
}
