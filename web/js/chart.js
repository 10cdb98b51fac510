// Small charts as SVG: bars, and lines over a logarithmic scale. What a chart
// shows stands in a table beside it too.

import { draw, set } from './dom.js';

const WIDE = 460;
const HIGH = 270;
const EDGE = { left: 52, right: 14, top: 14, bottom: 42 };
const HEAD = 30; // above the bars, for what the marks say
const across = WIDE - EDGE.left - EDGE.right;
const down = HIGH - EDGE.top - EDGE.bottom;

/** Draws bars into an svg element: data has bars [{from, to, count}], marks
 * [{at, text, kind}] and the titles x and y. */
export function drawBars(svg, data) {
  const most = Math.max(1, ...data.bars.map((bar) => bar.count));
  const end = Math.max(...data.bars.map((bar) => bar.to), ...data.marks.map((mark) => mark.at * 1.05), 1);
  const x = (value) => EDGE.left + value / end * across;
  const y = (value) => EDGE.top + HEAD + (1 - value / most) * (down - HEAD);
  const children = frame(data);
  for (const tick of ticks(most, 4)) children.push(...line(y(tick), tick, data.format));
  for (const tick of ticks(end, 5)) children.push(draw('text', { class: 'tick', x: x(tick), y: HIGH - EDGE.bottom + 18 }, data.format(tick)));
  for (const bar of data.bars) {
    if (bar.count === 0) continue;
    children.push(draw('rect', { class: 'bar', x: x(bar.from) + 1, y: y(bar.count), width: Math.max(1, x(bar.to) - x(bar.from) - 2), height: y(0) - y(bar.count) }));
  }
  data.marks.forEach((mark, i) => {
    children.push(draw('line', { class: `mark ${mark.kind}`, x1: x(mark.at), x2: x(mark.at), y1: EDGE.top + 2 + 16 * i, y2: y(0) }));
    const late = x(mark.at) > WIDE * 0.6;
    children.push(draw('text', { class: `mark-text ${mark.kind}${late ? ' late' : ''}`, x: x(mark.at) + (late ? -6 : 6), y: EDGE.top + 10 + 16 * i }, mark.text));
  });
  show(svg, children);
}

/** Draws series over a logarithmic scale: data has series [{name, kind, points
 * [[x, log10 of y]]}] and the titles x and y. */
export function drawLog(svg, data) {
  const points = data.series.flatMap((series) => series.points);
  const left = Math.min(...points.map((p) => p[0]));
  const right = Math.max(...points.map((p) => p[0]), left + 1);
  const low = Math.floor(Math.min(...points.map((p) => p[1])));
  const high = Math.ceil(Math.max(...points.map((p) => p[1]), low + 1));
  const x = (value) => EDGE.left + (value - left) / (right - left) * across;
  const y = (value) => EDGE.top + (1 - (value - low) / (high - low)) * down;
  const children = frame(data);
  const stride = Math.max(1, Math.ceil((high - low) / 7));
  for (let power = low; power <= high; power += stride) children.push(...line(y(power), power, (p) => `10${superscript(p)}`));
  const every = Math.max(1, Math.ceil((right - left) / 10));
  for (let value = left; value <= right; value += every) children.push(draw('text', { class: 'tick', x: x(value), y: HIGH - EDGE.bottom + 18 }, String(value)));
  for (const series of data.series) {
    if (series.points.length === 0) continue;
    const path = series.points.map(([px, py], i) => `${i ? 'L' : 'M'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join(' ');
    children.push(draw('path', { class: `series ${series.kind}`, d: path }));
    for (const [px, py] of series.points) children.push(sign(series.kind, x(px), y(py)));
  }
  show(svg, children);
}

/** A sign of a series, at its point or in a key. */
export function sign(kind, x, y) {
  if (kind === 'second') return draw('rect', { class: `point ${kind}`, x: x - 3.5, y: y - 3.5, width: 7, height: 7 });
  if (kind === 'third') return draw('path', { class: `point ${kind}`, d: `M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}Z` });
  return draw('circle', { class: `point ${kind}`, cx: x, cy: y, r: 4 });
}

function show(svg, children) {
  set(svg, { viewBox: `0 0 ${WIDE} ${HIGH}` });
  svg.replaceChildren(...children);
}

function frame(data) {
  const bottom = HIGH - EDGE.bottom;
  return [
    draw('path', { class: 'axis', d: `M${EDGE.left} ${EDGE.top}V${bottom}H${WIDE - EDGE.right}` }),
    draw('text', { class: 'title', x: EDGE.left + across / 2, y: HIGH - 6 }, data.x),
    draw('text', { class: 'title', transform: `translate(13 ${EDGE.top + down / 2}) rotate(-90)` }, data.y),
  ];
}

function line(y, value, format) {
  return [
    draw('line', { class: 'grid', x1: EDGE.left, x2: WIDE - EDGE.right, y1: y, y2: y }),
    draw('text', { class: 'tick end', x: EDGE.left - 6, y: y + 4 }, format(value)),
  ];
}

// ticks are about so many round numbers up to a value.
function ticks(end, about) {
  const raw = end / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw));
  const list = [];
  for (let value = step; value <= end; value += step) list.push(value);
  return list;
}

function superscript(power) {
  return String(power).replace(/[-\d]/g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]);
}
