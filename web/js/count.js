// The part that counts exactly: what it would take, how far it is, what came out,
// and how the counts grow.

import { ask, listenTo } from './api.js';
import { drawLog, sign } from './chart.js';
import { Cluster } from './cluster.js';
import { draw, make, part, set, write } from './dom.js';
import { remember, remembered } from './look.js';

const KEY = 'queens.times';

/** The logarithm to base 10 of a whole number in digits. */
export function log10(digits) {
  return digits.length > 15 ? Math.log10(Number(digits.slice(0, 15))) + digits.length - 15 : Math.log10(Number(digits));
}

/** The Count part. */
export class Count {
  constructor(root, { state }) {
    Object.assign(this, { root, state, running: null, growth: null, plans: new Map() });
    this.cluster = new Cluster(part(root, 'cluster'));
    const times = remembered(KEY);
    this.times = new Map(Object.entries(times).filter(([n, s]) => /^\d{1,2}$/.test(n) && s > 0).map(([n, s]) => [Number(n), s]));
    const form = part(root, 'form');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.start();
    });
    form.elements.n.addEventListener('change', (event) => {
      state.set({ n: event.target.value });
      event.target.value = state.of('count').n;
    });
    part(root, 'cancel').addEventListener('click', () => this.cancel());
  }

  part(name) { return part(this.root, name); }

  async show(texts) {
    this.texts = texts;
    const { n } = this.state.of('count');
    this.part('form').elements.n.value = n;
    if (this.last) this.tell(this.last);
    this.cluster.show(texts);
    await Promise.all([this.showPlan(n), this.showGrowth()]);
  }

  hide() { this.cluster.hide(); }

  fail(text) {
    write(this.part('error'), text);
    this.part('error').hidden = !text;
  }

  async showPlan(n) {
    try {
      const plan = await this.plan(n);
      if (n !== this.state.of('count').n) return;
      this.fail('');
      write(this.part('plan'), this.texts.t('page.count.plan', {
        Size: n, Time: this.texts.seconds(plan.seconds), Threads: plan.threads, Memory: this.bytes(Number(plan.memory)),
      }));
    } catch (error) {
      write(this.part('plan'), '');
      this.fail(error.message);
    }
  }

  bytes(value) {
    const steps = [['GB', 2 ** 30], ['MB', 2 ** 20], ['kB', 2 ** 10]];
    const [unit, size] = steps.find(([, s]) => value >= s) || ['B', 1];
    return `${this.texts.number(value / size, 1)} ${unit}`;
  }

  async plan(n) {
    if (!this.plans.has(n)) this.plans.set(n, await ask('/api/counts/plan', { query: { n }, offline: this.texts.t('page.offline') }));
    return this.plans.get(n);
  }

  async start() {
    if (this.running) return;
    this.fail('');
    write(this.part('result'), '');
    try {
      const state = await ask('/api/counts', { method: 'POST', body: { n: this.state.of('count').n }, offline: this.texts.t('page.offline') });
      this.follow(state);
    } catch (error) {
      this.fail(error.message);
    }
  }

  // follow shows how a count is going until it ends.
  follow(state) {
    this.tell(state);
    const end = (last) => {
      this.running.source.close();
      this.running = null;
      this.fail('');
      this.tell(last);
      this.showRunning(false);
    };
    const source = listenTo(`/api/counts/${encodeURIComponent(state.id)}/events`, {
      progress: (now) => this.tell(now),
      done: (now) => {
        this.keepTime(now);
        end(now);
      },
      failed: end,
      silent: (now) => this.fail(now ? this.texts.t('page.offline') : ''),
    }, () => this.running && end({ ...state, state: 'failed' }));
    this.running = { id: state.id, source };
    this.showRunning(true);
  }

  keepTime(state) {
    if (!(state.elapsed > 0)) return;
    this.times.set(state.n, state.elapsed);
    remember(KEY, Object.fromEntries(this.times));
    this.drawGrowth();
  }

  showRunning(running) {
    this.part('running').hidden = !running;
    this.part('cancel').hidden = !running;
    set(this.part('begin'), { disabled: running });
  }

  tell(state) {
    const { texts } = this;
    this.last = state;
    this.part('progress').value = state.share;
    write(this.part('progress-text'), this.progress(state));
    const key = { done: 'page.count.done', cancelled: 'page.count.cancelled', failed: 'page.count.failed' }[state.state];
    write(this.part('result'), key ? texts.t(key, { Size: state.n, Count: state.count, Time: texts.seconds(state.elapsed) }) : '');
  }

  progress(state) {
    const { texts } = this;
    if (state.state === 'waiting') return texts.t('page.count.waiting');
    const values = { Percent: texts.number(state.share * 100, 1), Elapsed: texts.seconds(state.elapsed), ToGo: texts.seconds(state.toGo) };
    return texts.t(state.toGo > 0 ? 'page.count.running.togo' : 'page.count.running', values);
  }

  async cancel() {
    if (!this.running) return;
    try {
      await ask(`/api/counts/${encodeURIComponent(this.running.id)}`, { method: 'DELETE', offline: this.texts.t('page.offline') });
    } catch (error) {
      this.fail(error.message);
    }
  }

  // showGrowth asks for the counts that are known, and then for the time that
  // this server expects of those it can count.
  async showGrowth() {
    if (this.growth) {
      this.drawGrowth();
      return;
    }
    try {
      this.growth = await ask('/api/growth', { offline: this.texts.t('page.offline') });
    } catch (error) {
      this.fail(error.message);
      return;
    }
    this.drawGrowth();
    for (let n = 8; n <= 32; n++) {
      try {
        await this.plan(n);
      } catch {
        break;
      }
    }
    this.drawGrowth();
  }

  drawGrowth() {
    if (!this.growth || !this.texts) return;
    const { texts } = this;
    const counts = this.growth.filter((known) => known.count !== '0').map((known) => [known.n, log10(known.count)]);
    const expected = [...this.plans].filter(([, plan]) => plan.seconds > 0).map(([n, plan]) => [n, Math.log10(plan.seconds)]).sort((a, b) => a[0] - b[0]);
    const measured = [...this.times].map(([n, seconds]) => [n, Math.log10(seconds)]).sort((a, b) => a[0] - b[0]);
    const series = [
      { kind: 'first', text: 'page.growth.count', points: counts },
      { kind: 'second', text: 'page.growth.expected', points: expected },
      { kind: 'third', text: 'page.growth.measured', points: measured },
    ].filter((s) => s.points.length > 0);
    if (series.length > 0) drawLog(this.part('growth'), { series, x: 'N', y: texts.t('page.growth.axis') });
    this.part('growth-key').replaceChildren(...series.map((s) => make('li', {},
      draw('svg', { viewBox: '0 0 14 14', class: 'sign', 'aria-hidden': 'true' }, sign(s.kind, 7, 7)), ' ', texts.t(s.text))));
    this.drawRows();
  }

  // drawRows lists what is known of each size: its count, its time, or both.
  drawRows() {
    const known = new Map(this.growth.map(({ n, count }) => [n, this.texts.number(count)]));
    const sizes = [...new Set([...known.keys(), ...this.plans.keys(), ...this.times.keys()])].sort((a, b) => a - b);
    this.part('growth-rows').replaceChildren(...sizes.map((n) => make('tr', {},
      make('th', { scope: 'row' }, String(n)), make('td', {}, known.get(n) || '–'), make('td', {}, this.timeOf(n)))));
  }

  timeOf(n) {
    const { texts } = this;
    if (this.times.has(n)) return texts.t('page.growth.time.measured', { Time: texts.seconds(this.times.get(n)) });
    if (this.plans.has(n)) return texts.t('page.growth.time.expected', { Time: texts.seconds(this.plans.get(n).seconds) });
    return '–';
  }
}
