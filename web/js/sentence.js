// Says in one sentence what the last step did. The sentences are those of the
// catalog.

import { KIND } from './player.js';

const LINES = ['', 'row', 'column', 'diagonal', 'antidiagonal'];
const WHOLE = new Set(['shuffle', 'odometer']);

/** The key of a sentence and its values. method is that of the trace; rows and
 * columns count from base. */
export function messageOf(player, method, base) {
  const event = player.last();
  const whole = WHOLE.has(method);
  if (!event) return ['trace.start', { Method: method, Size: player.n }];
  const at = { Row: event.row + base, Col: event.col + base };
  const both = { ...at, OtherRow: event.otherRow + base, OtherCol: event.otherCol + base };
  switch (event.kind) {
    case KIND.conflict: return conflict(event, both, whole, base);
    case KIND.blocked: return [whole ? 'trace.clash.blocked' : 'trace.blocked', at];
    case KIND.remove: return [event.flag ? 'trace.remove.dead' : 'trace.remove', at];
    case KIND.solution: return ['trace.solution', { Solutions: player.counters.solutions }];
    case KIND.set: return [whole ? 'trace.begin' : 'trace.set', at];
    case KIND.swap: return [event.row === event.otherRow ? 'trace.swap.same' : 'trace.swap', both];
    case KIND.digit: return ['trace.digit', both];
    case KIND.candidate: return [event.flag ? 'trace.candidate' : 'trace.candidate.not', { Tries: player.counters.tries }];
    case KIND.restart: return ['trace.restart', { Attempt: restartsUntil(player) + 1 }];
    case KIND.line: return line(event, at);
    case KIND.proof: return [event.flag ? 'trace.proof' : 'trace.proof.none', { Nodes: event.nodes }];
  }
  return [`trace.${event.name}`, at];
}

function conflict(event, both, whole, base) {
  const values = { ...both };
  if (LINES[event.line] === 'diagonal') values.Value = event.row - event.col;
  if (LINES[event.line] === 'antidiagonal') values.Value = event.row + event.col + 2 * base;
  return [(whole ? 'trace.clash.' : 'trace.conflict.') + LINES[event.line], values];
}

function line(event, at) {
  const values = { ...at, Free: event.free, Ties: event.ties };
  if (event.ties === 1) return [`trace.tightest.${LINES[event.line]}`, values];
  if (event.ties > 1) return [`trace.tied.${LINES[event.line]}`, values];
  return ['trace.line', values];
}

function restartsUntil(player) {
  let count = 0;
  for (let i = 0; i < player.at; i++) if (player.kind(i) === KIND.restart) count++;
  return count;
}

/** The sentence behind the last step of a trace. */
export function endOf(trace) {
  const values = { Solutions: trace.stats.solutions, Events: trace.count, Bytes: 8 * trace.count, Tries: trace.stats.tries };
  return [trace.complete ? 'trace.end' : `trace.cut.${trace.cut}`, values];
}

/** A live region that is told the sentences: at once when one steps by hand, now
 * and then while the search plays. */
export class Announcer {
  constructor(region, wait = 2500) {
    this.region = region;
    this.wait = wait;
    this.last = 0;
    this.timer = 0;
  }

  say(text, hurry) {
    clearTimeout(this.timer);
    const left = hurry ? 0 : this.last + this.wait - Date.now();
    if (left <= 0) this.speak(text);
    else this.timer = setTimeout(() => this.speak(text), left);
  }

  speak(text) {
    this.last = Date.now();
    if (this.region.textContent !== text) this.region.textContent = text;
  }
}
