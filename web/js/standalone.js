// The page that holds one trace and needs no server: it watches that trace.

import { fillTexts, Texts } from './i18n.js';
import { helpKey, Keys, lookKeys, watchKeys } from './keys.js';
import { Look, languageOf } from './look.js';
import { part } from './dom.js';
import { State } from './state.js';
import { toast } from './toast.js';
import { Watch } from './watch.js';

/** Shows the data of the page: {trace, language, base, catalogs}. */
export function startAlone(data) {
  const root = document.body;
  const state = new State(location.hash);
  if (!state.get('lang')) state.values.common.lang = data.language;
  const look = new Look(root, state);
  const watch = new Watch(root.querySelector('[data-view="watch"]'), { state, say: toast, load: async () => data.trace, fixed: true, base: data.base });
  const keys = new Keys(root, [...watchKeys(watch), ...lookKeys(look), helpKey(() => keys.open())], (key) => watch.type(key));
  part(root, 'skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main').focus();
  });
  const show = () => {
    const language = languageOf(state);
    const texts = new Texts(language, data.catalogs[language]);
    look.apply();
    fillTexts(root, texts);
    keys.fill(texts);
    return watch.show(texts);
  };
  state.listen((changed) => {
    if (['lang', 'theme', 'type'].some((key) => changed.has(key))) show();
    else if (changed.has('speed')) watch.draw(true);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}

startAlone(JSON.parse(document.getElementById('data').textContent));
