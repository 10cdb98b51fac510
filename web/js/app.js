// The page as a whole: the state in the address, the texts, the parts.

import { ask, speak } from './api.js';
import { Count } from './count.js';
import { make, part, set } from './dom.js';
import { fillTexts, Texts } from './i18n.js';
import { helpKey, Keys, lookKeys, watchKeys } from './keys.js';
import { Look, languageOf, rememberedLook } from './look.js';
import { Play, playKeys } from './play.js';
import { Solutions } from './solutions.js';
import { PARTS, readAddress, State } from './state.js';
import { toast } from './toast.js';
import { Watch } from './watch.js';

const root = document.body;
const view = (name) => root.querySelector(`[data-view="${name}"]`);
const catalogs = new Map();
let texts = null;

const state = new State(location.hash);
takeLook();
const look = new Look(root, state);
const parts = {
  watch: new Watch(view('watch'), { state, say: toast, load: (query, signal) => ask('/api/trace', { query, signal, offline: texts.t('page.offline') }) }),
  solutions: new Solutions(view('solutions'), {
    state, openPlay: (placement) => placement && openPlay(placement),
  }),
  play: new Play(view('play'), { state, openWatch: (fields) => state.show('watch', fields) }),
  count: new Count(view('count'), { state }),
};
const keys = new Keys(root, [
  ...watchKeys(parts.watch, () => state.part === 'watch'),
  ...playKeys(parts.play, () => state.part === 'play'),
  { keys: ['>', '》'], show: ['>'], text: 'page.nav.next', run: () => turn(1) },
  { keys: ['<', '《'], show: ['<'], text: 'page.nav.previous', run: () => turn(-1) },
  ...lookKeys(look),
  helpKey(() => keys.open()),
], (key) => state.part === 'watch' && parts.watch.type(key));

// turn shows the next part, or the one before.
function turn(by) { state.show(PARTS[(PARTS.indexOf(state.part) + by + PARTS.length) % PARTS.length]); }

// takeLook takes the look that was chosen before, where the address says none.
function takeLook() {
  const kept = rememberedLook();
  const said = readAddress(location.hash).values;
  for (const key of ['lang', 'theme', 'type']) {
    if (!said[key] && typeof kept[key] === 'string') state.set({ [key]: kept[key] });
  }
}

function openPlay(placement) {
  state.show('play', { n: placement.length, queens: placement.map((col, row) => `${row}.${col}`).join(',') });
}

// writeAddress makes the address share the state. Another part is another entry
// of the browser's history. Browsers allow a few changes a second only.
let writing = 0;
function writeAddress(push) {
  clearTimeout(writing);
  if (push) history.pushState(null, '', state.address());
  else writing = setTimeout(() => history.replaceState(null, '', state.address()), 250);
}

async function textsOf(language) {
  if (!catalogs.has(language)) catalogs.set(language, await ask(`/api/catalog/${language}`));
  return new Texts(language, catalogs.get(language));
}

// showLook shows the page in the language of the state, or stays in the one that
// it has if the server does not answer.
async function showLook() {
  const language = languageOf(state);
  look.apply();
  if (texts && texts.language === language) return;
  let loaded;
  try {
    loaded = await textsOf(language);
  } catch (error) {
    if (!texts) throw error;
    toast(texts.t('page.offline'));
    state.set({ lang: texts.language });
    return;
  }
  if (language !== languageOf(state)) return;
  texts = loaded;
  speak(language);
  fillTexts(root, texts);
  keys.fill(texts);
}

function showPart() {
  for (const name of PARTS) {
    const shown = name === state.part;
    view(name).hidden = !shown;
    if (!shown) parts[name].hide();
    set(root.querySelector(`[data-nav="${name}"]`), { 'aria-current': shown ? 'page' : null });
  }
  document.title = texts.t('page.document', { Part: texts.t(`page.nav.${state.part}`) });
  return parts[state.part].show(texts);
}

function changed(what) {
  writeAddress(what.has('part'));
  if (what.has('lang') || what.has('theme') || what.has('type')) {
    look.keep();
    showLook().then(showPart);
    return;
  }
  if (what.has('address') || !texts) return;
  const still = ['at', 'speed'];
  if ([...what].every((key) => still.includes(key))) {
    if (what.has('speed')) parts.watch.draw(true);
    return;
  }
  showPart();
}

async function share() {
  const address = location.origin + location.pathname + state.address(); // no query, which may have held a token
  history.replaceState(null, '', state.address());
  try {
    await navigator.clipboard.writeText(address);
    toast(texts.t('page.share.done'));
  } catch {
    toast(texts.t('page.share.shown', { Address: address }));
  }
}

function listen() {
  for (const name of PARTS) {
    root.querySelector(`[data-nav="${name}"]`).addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      state.show(name);
    });
  }
  part(root, 'share').addEventListener('click', share);
  part(root, 'skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main').focus();
  });
  const moved = () => {
    state.take(location.hash);
    if (state.part === 'play') parts.play.enter(Object.hasOwn(readAddress(location.hash).values, 'n'));
    showLook().then(showPart);
  };
  window.addEventListener('hashchange', moved);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => texts && showPart());
  state.listen(changed);
}

async function begin() {
  const said = readAddress(location.hash);
  parts.play.enter(said.part === 'play' && (Object.hasOwn(said.values, 'n') || Object.hasOwn(said.values, 'queens')));
  listen();
  const [methods] = await Promise.all([ask('/api/methods'), showLook()]);
  parts.watch.methods = methods.filter((method) => method.traceMaxSize > 0);
  const select = part(view('watch'), 'form').elements.method;
  select.replaceChildren(...parts.watch.methods.map((method) => make('option', { value: method.name }, method.name)));
  await showPart();
  root.dataset.ready = 'true';
}

begin().catch((error) => {
  root.dataset.ready = 'failed';
  toast(error.message);
});
