// The part that shows all solutions of a size: grouped by orbit or one after
// another, the eight images of one, and how often each square is used.

import { ask } from './api.js';
import { draw, make, part, set, write } from './dom.js';

const BATCH = 2000; // solutions asked for at once
const BOARDS_A_PAGE = 96;
const HEATS = 8; // shades of the heat map

/** A small board: squares and discs. */
export function smallBoard(placement) {
  const n = placement.length;
  let dark = '';
  for (let row = 0; row < n; row++) for (let col = (row + 1) % 2; col < n; col += 2) dark += `M${col} ${row}h1v1h-1z`;
  const svg = draw('svg', { class: 'small', viewBox: `-0.1 -0.1 ${n + 0.2} ${n + 0.2}`, 'aria-hidden': 'true' },
    draw('rect', { class: 'ground', width: n, height: n }), draw('path', { class: 'shade', d: dark }));
  placement.forEach((col, row) => svg.append(draw('circle', { cx: col + 0.5, cy: row + 0.5, r: 0.34 })));
  return svg;
}

/** Where an orbit page ends: orbits are put together until a page is full. */
export function pagesOf(sizes, most = BOARDS_A_PAGE) {
  const pages = [];
  let from = 0;
  let boards = 0;
  sizes.forEach((size, i) => {
    if (boards + size > most && i > from) {
      pages.push([from, i]);
      from = i;
      boards = 0;
    }
    boards += size;
  });
  if (sizes.length > from) pages.push([from, sizes.length]);
  return pages;
}

/** The Solutions part. */
export class Solutions {
  constructor(root, { state, openPlay }) {
    Object.assign(this, { root, state, openPlay, data: null });
    const form = part(root, 'form');
    form.addEventListener('submit', (event) => event.preventDefault());
    form.elements.n.addEventListener('change', (event) => {
      state.set({ n: event.target.value, page: 0, pick: '' });
      event.target.value = state.of('solutions').n;
    });
    form.elements.group.addEventListener('change', (event) => state.set({ group: event.target.value, page: 0 }));
    part(root, 'previous').addEventListener('click', () => this.turn(-1));
    part(root, 'next').addEventListener('click', () => this.turn(1));
    part(root, 'to-play').addEventListener('click', (event) => {
      event.preventDefault();
      openPlay(this.picked());
    });
  }

  part(name) { return part(this.root, name); }

  turn(by) {
    this.state.set({ page: this.state.of('solutions').page + by });
    this.part('gallery').scrollIntoView({ block: 'start' });
  }

  /** Shows the part in a language. */
  async show(texts) {
    this.texts = texts;
    const { n, group } = this.state.of('solutions');
    const form = this.part('form');
    form.elements.n.value = n;
    form.elements.group.value = group;
    if (this.abort) this.abort.abort();
    this.abort = new AbortController();
    try {
      if (!this.data || this.data.n !== n) {
        this.root.setAttribute('aria-busy', 'true');
        this.data = await this.fetch(n, this.abort.signal);
      }
      this.fail('');
      this.draw();
      await this.showImages(this.abort.signal);
    } catch (error) {
      if (error.name !== 'AbortError') this.fail(error.message);
    }
    this.root.removeAttribute('aria-busy');
  }

  hide() {}

  fail(text) {
    write(this.part('error'), text);
    this.part('error').hidden = !text;
  }

  async fetch(n, signal) {
    const offline = this.texts.t('page.offline');
    const [orbits, heat] = await Promise.all([
      ask('/api/orbits', { query: { n }, signal, offline }), ask('/api/heatmap', { query: { n }, signal, offline }),
    ]);
    const solutions = [];
    while (solutions.length < Number(heat.total)) {
      const answer = await ask('/api/solutions', { query: { n, offset: solutions.length, count: BATCH }, signal, offline });
      if (answer.solutions.length === 0) break;
      solutions.push(...answer.solutions);
    }
    return { n, orbits, heat, solutions };
  }

  draw() {
    const { texts, data } = this;
    const { group } = this.state.of('solutions');
    this.drawSummary();
    const sizes = group === 'orbits' ? data.orbits.map((orbit) => orbit.size) : data.solutions.map(() => 1);
    const pages = pagesOf(sizes);
    const page = Math.min(this.state.of('solutions').page, Math.max(0, pages.length - 1));
    const [from, to] = pages[page] || [0, 0];
    const children = group === 'orbits'
      ? data.orbits.slice(from, to).map((orbit, i) => this.orbitSection(orbit, from + i))
      : [this.list(data.solutions.slice(from, to).map((_, i) => from + i))];
    this.part('gallery').replaceChildren(...children);
    this.part('pages').hidden = pages.length < 2;
    write(this.part('page-of'), texts.t('page.solutions.page', { Page: page + 1, Pages: pages.length }));
    this.part('previous').disabled = page === 0;
    this.part('next').disabled = page >= pages.length - 1;
    this.drawHeat();
  }

  drawSummary() {
    const { texts, data } = this;
    if (data.solutions.length === 0) {
      write(this.part('summary'), texts.t('page.solutions.none', { Size: data.n }));
      return;
    }
    const counts = new Map();
    for (const orbit of data.orbits) counts.set(orbit.size, (counts.get(orbit.size) || 0) + 1);
    const sum = [...counts].sort((a, b) => b[0] - a[0]).map(([size, count]) => `${texts.number(count)} × ${size}`).join(' + ');
    write(this.part('summary'), texts.t('page.solutions.summary', {
      Size: data.n, Count: data.solutions.length, Orbits: data.orbits.length, Sum: `${sum} = ${texts.number(data.solutions.length)}`,
    }));
  }

  orbitSection(orbit, i) {
    const heading = this.texts.t('page.orbit.heading', { Number: i + 1, Size: orbit.size });
    const kind = this.texts.t(`page.orbit.${orbit.class}`);
    return make('section', { class: 'orbit' }, make('h3', {}, heading, ' ', make('small', {}, kind)), this.list(orbit.members));
  }

  list(indices) {
    const pick = this.state.of('solutions').pick;
    return make('ul', { class: 'boards' }, ...indices.map((index) => {
      const placement = this.data.solutions[index];
      const name = this.texts.t('page.solutions.name', { Number: index + 1, Placement: placement.join(' ') });
      const chosen = placement.join('.') === pick;
      return make('li', {}, make('button', {
        type: 'button', class: 'board-button', 'aria-label': name, title: placement.join(' '), 'aria-pressed': String(chosen),
        click: () => this.choose(placement),
      }, smallBoard(placement), make('span', { class: 'caption', 'aria-hidden': 'true' }, String(index + 1))));
    }));
  }

  choose(placement) {
    this.state.set({ pick: placement.join('.') });
    this.follow = true;
  }

  /** The placement chosen, null for none. */
  picked() {
    const { pick, n } = this.state.of('solutions');
    const placement = pick ? pick.split('.').map(Number) : [];
    return placement.length === n ? placement : null;
  }

  async showImages(signal) {
    const placement = this.picked();
    const detail = this.part('detail');
    detail.hidden = !placement;
    if (!placement) return;
    const answer = await ask('/api/images', { query: { placement: placement.join(',') }, signal, offline: this.texts.t('page.offline') });
    write(this.part('images-reason'), answer.reason);
    this.part('images').replaceChildren(...answer.images.map((image) => this.image(image, answer)));
    if (this.follow) {
      detail.focus({ preventScroll: true });
      detail.scrollIntoView({ block: 'nearest' });
    }
    this.follow = false;
  }

  image(image, answer) {
    const names = image.same.map((key) => this.texts.t(`server.symmetry.${key}`)).join(this.texts.t('list.comma'));
    const words = [make('strong', {}, image.name)];
    if (image.same.length > 0) words.push(make('span', { class: 'same' }, this.texts.t('page.images.same', { Names: names })));
    if (image.placement.join() === answer.canonical.join()) words.push(make('span', { class: 'same' }, this.texts.t('page.images.canonical')));
    return make('li', { class: image.fixes ? 'image fixes' : 'image' }, smallBoard(image.placement), make('span', { class: 'caption' }, ...words));
  }

  drawHeat() {
    const { texts, data } = this;
    const uses = data.heat.uses.map((row) => row.map(Number));
    const most = Math.max(1, ...uses.flat());
    write(this.part('heat-summary'), texts.t('page.heat.summary', { Size: data.n, Count: data.solutions.length }));
    const head = make('tr', {}, make('td'), ...uses.map((_, col) => make('th', { scope: 'col' }, String(col))));
    const rows = uses.map((row, r) => make('tr', {}, make('th', { scope: 'row' }, String(r)),
      ...row.map((count) => make('td', { class: `heat heat-${Math.round(count / most * HEATS)}` }, texts.number(count)))));
    const table = make('table', { class: 'heat-map', 'aria-label': texts.t('page.heat.title') }, make('thead', {}, head), make('tbody', {}, ...rows));
    this.part('heat').replaceChildren(table);
    set(table, { 'data-size': data.n > 9 ? 'small' : null });
  }
}
