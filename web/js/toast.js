// The line at the foot of the page, which says what just happened.

import { part, write } from './dom.js';

let leaving = 0;

/** Says something for some seconds; stays says that it stays until the next. */
export function toast(text, stays = false) {
  const line = part(document.body, 'toast');
  clearTimeout(leaving);
  write(line, text);
  if (!stays) leaving = setTimeout(() => write(line, ''), 6000);
}
