// The look of the page: language, light and dark, large type. The choice is kept
// in this browser, and what an address says comes before it.

import { part, set, write } from './dom.js';
import { preferredLanguage } from './i18n.js';

const KEY = 'queens.look';
const NAMES = { en: 'English', zh: '中文' };

/** What was chosen in this browser before. */
export function rememberedLook() {
  return remembered(KEY);
}

/** What is kept under a key in this browser; {} if that is nothing or broken. */
export function remembered(key) {
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return value && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** Keeps a value in this browser, where that is allowed and there is room. */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The language that is shown. */
export function languageOf(state) { return state.get('lang') || preferredLanguage(); }

/** The switches of the look. */
export class Look {
  constructor(root, state) {
    this.root = root;
    this.state = state;
    part(root, 'language').addEventListener('click', () => this.switchLanguage());
    part(root, 'theme').addEventListener('click', () => this.switchTheme());
    part(root, 'type').addEventListener('click', () => this.switchType());
    this.apply();
  }

  switchLanguage() { this.state.set({ lang: languageOf(this.state) === 'zh' ? 'en' : 'zh' }); }

  switchTheme() { this.state.set({ theme: this.isDark() ? 'light' : 'dark' }); }

  switchType() { this.state.set({ type: this.state.get('type') ? '' : 'large' }); }

  isDark() {
    const theme = this.state.get('theme');
    return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }

  /** Makes the page look as the state says. */
  apply() {
    const language = languageOf(this.state);
    set(document.documentElement, {
      lang: language === 'zh' ? 'zh-CN' : 'en',
      'data-theme': this.state.get('theme') || null,
      'data-type': this.state.get('type') || null,
    });
    const other = language === 'zh' ? 'en' : 'zh';
    write(part(this.root, 'language'), NAMES[other]);
    set(part(this.root, 'language'), { lang: other });
    set(part(this.root, 'type'), { 'aria-pressed': String(this.state.get('type') === 'large') });
  }

  /** Keeps the look in this browser. */
  keep() { remember(KEY, { lang: this.state.get('lang'), theme: this.state.get('theme'), type: this.state.get('type') }); }
}
