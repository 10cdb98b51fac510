// How many tries the shuffle took for each solution, as they are found, against
// the number expected.

import { drawBars } from './chart.js';
import { write } from './dom.js';
import { KIND, upperBound } from './player.js';

const BARS = 16;

/** The tries of a trace and its solutions. */
export class Histogram {
  constructor(svg, summary) {
    this.svg = svg;
    this.summary = summary;
  }

  load(player, expected) {
    this.expected = expected || 0;
    const ends = [];
    const tries = [];
    let since = 0;
    for (let i = 0; i < player.length; i++) {
      const kind = player.kind(i);
      if (kind === KIND.candidate) since++;
      else if (kind === KIND.solution) {
        ends.push(i);
        tries.push(since);
        since = 0;
      }
    }
    this.ends = Int32Array.from(ends);
    this.tries = Int32Array.from(tries);
    this.drawn = '';
  }

  draw(player, texts) {
    const found = upperBound(this.ends, player.at - 1);
    const before = this.tries.subarray(0, found).reduce((sum, tries) => sum + tries, 0);
    const now = player.counters.tries - before;
    const key = `${found} ${now} ${texts.language}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const list = Array.from(this.tries.subarray(0, found));
    this.tell(list, now, before, texts);
    const end = Math.max(4 * this.expected, now, ...list, 8);
    const width = niceWidth(end / BARS);
    const bars = Array.from({ length: Math.ceil((end + 1) / width) }, (_, i) => ({ from: i * width, to: (i + 1) * width, count: 0 }));
    for (const tries of list) bars[Math.floor(tries / width)].count++;
    const marks = [{ at: now, text: texts.t('page.histogram.now', { Count: now }), kind: 'now' }];
    if (this.expected) marks.push({ at: this.expected, text: texts.t('page.histogram.expected', { Count: this.expected }), kind: 'expected' });
    drawBars(this.svg, {
      bars, marks, x: texts.t('page.histogram.x'), y: texts.t('page.histogram.y'), format: (value) => texts.number(value),
    });
  }

  tell(list, now, before, texts) {
    const words = [texts.t('page.histogram.tries', { Count: now })];
    if (this.expected) words.push(texts.t('page.histogram.against', { Expected: this.expected }));
    if (list.length > 0) words.push(texts.t('page.histogram.mean', { Count: list.length, Mean: before / list.length }));
    write(this.summary, words.join(' '));
  }
}

function niceWidth(raw) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, raw)));
  return Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((width) => width >= raw));
}
