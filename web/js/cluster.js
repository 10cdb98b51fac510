// How a count on many machines is going, if the server shows one.

import { ask } from './api.js';
import { make, part, write } from './dom.js';

const PERIOD = 2000; // milliseconds from an answer to the next question
const STALE = 6; // seconds from which the age of an answer is told
const NONE = '–';

/** The section of the Count part. It asks while it is shown and the page is seen. */
export class Cluster {
  constructor(root) {
    Object.assign(this, { root, shown: false, asking: null, timer: 0, last: null });
    document.addEventListener('visibilitychange', () => this.follow());
  }

  part(name) { return part(this.root, name); }

  show(texts) {
    this.texts = texts;
    this.shown = true;
    if (this.last) this.draw(this.last);
    this.follow();
  }

  hide() {
    this.shown = false;
    this.follow();
  }

  // follow asks now, or stops asking.
  follow() {
    if (this.shown && !document.hidden) {
      if (!this.asking && !this.timer) this.ask();
      return;
    }
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.asking) this.asking.abort();
    this.asking = null;
  }

  async ask() {
    this.timer = 0;
    const asking = new AbortController();
    this.asking = asking;
    let more = true;
    try {
      const status = await ask('/api/cluster', { signal: asking.signal, offline: this.texts.t('page.offline') });
      if (this.asking !== asking) return;
      more = status.shown;
      this.root.hidden = !more;
      this.fail('');
      this.last = more ? status : null;
      if (more) this.draw(status);
    } catch (error) {
      if (this.asking !== asking) return;
      if (error.status) this.root.hidden = false;
      this.fail(error.message);
    }
    this.asking = null;
    if (more) this.timer = setTimeout(() => this.ask(), PERIOD);
  }

  fail(text) {
    write(this.part('cluster-error'), text);
    this.part('cluster-error').hidden = !text;
  }

  // note shows a sentence, or nothing.
  note(name, key, values, shown) {
    write(this.part(name), shown ? this.texts.t(key, values) : '');
    this.part(name).hidden = !shown;
  }

  draw(status) {
    const { texts } = this;
    const { run, n, cut, units, jobs, done, active } = status;
    write(this.part('cluster-says'), texts.t(sentence(status), { Run: run, Size: n }));
    this.part('cluster-run').hidden = !run;
    if (!run) return;
    this.part('cluster-progress').value = status.share;
    write(this.part('cluster-share'), texts.t('page.cluster.share', { Percent: this.percent(status.share) }));
    write(this.part('cluster-jobs'), texts.t('page.cluster.jobs', { Done: done, Jobs: jobs, Cut: cut, Units: units }));
    this.part('cluster-figures').hidden = !active || status.finished;
    write(this.part('cluster-rate'), status.rate > 0 ? texts.t('page.cluster.rate.value', { Rate: this.amount(status.rate) }) : NONE);
    write(this.part('cluster-busy'), status.busyCores > 0 ? this.amount(status.busyCores) : NONE);
    write(this.part('cluster-togo'), status.toGo > 0 && !status.paused ? texts.seconds(status.toGo) : NONE);
    write(this.part('cluster-workers'), texts.number(status.live));
    write(this.part('cluster-cores'), texts.number(status.cores));
    this.note('cluster-aside', 'page.cluster.aside', { Count: status.aside, Size: n }, status.aside > 0);
    this.note('cluster-stale', 'page.cluster.stale', { Time: texts.seconds(status.age) }, status.age > STALE);
    this.note('cluster-more', 'page.cluster.more', { Count: status.more }, status.more > 0);
    this.drawWorkers(status);
  }

  // percent never says 100 before all is done.
  percent(share) { return this.texts.number(share < 1 ? Math.floor(share * 1000) / 10 : 100, 1); }

  amount(value) { return this.texts.number(value >= 100 ? Math.round(value) : value, 1); }

  // drawWorkers lists them, anew only if something differs.
  drawWorkers({ workers, paused }) {
    const { texts } = this;
    const drawn = JSON.stringify([texts.language, workers, paused]);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    this.part('cluster-table').hidden = workers.length === 0;
    this.part('cluster-rows').replaceChildren(...workers.map((worker) => make('tr', { class: worker.state },
      make('th', { scope: 'row' }, worker.name),
      make('td', { class: 'amount' }, worker.cores > 0 ? texts.number(worker.cores) : NONE),
      make('td', {}, worker.kernel || NONE),
      make('td', { class: 'amount' }, texts.number(worker.jobs)),
      make('td', {}, texts.t(stateKey(worker.state, paused))))));
  }
}

function sentence({ run, active, paused, finished }) {
  if (!run) return 'page.cluster.none';
  if (finished) return 'page.cluster.finished';
  if (!active) return 'page.cluster.away';
  return paused ? 'page.cluster.paused' : 'page.cluster.running';
}

function stateKey(state, paused) {
  switch (state) {
    case 'live': return paused ? 'page.cluster.state.live.paused' : 'page.cluster.state.live';
    case 'wrong': return 'page.cluster.state.wrong';
    case 'self': return 'page.cluster.state.self';
  }
  return 'page.cluster.state.away';
}
