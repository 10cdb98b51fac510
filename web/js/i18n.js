// The texts of the catalog in one language.

/** The languages that the catalog has. */
export const LANGUAGES = Object.freeze(['en', 'zh']);

/** The language that the browser asks for. */
export function preferredLanguage(preferences = navigator.languages) {
  for (const tag of preferences || []) {
    const base = tag.toLowerCase().split('-')[0];
    if (LANGUAGES.includes(base)) return base;
  }
  return 'en';
}

/** Texts answers for one language. */
export class Texts {
  constructor(language, catalog) {
    this.language = language;
    this.catalog = catalog;
    this.numbers = new Intl.NumberFormat(language);
    this.plurals = new Intl.PluralRules(language);
  }

  has(key) { return Object.hasOwn(this.catalog, key); }

  /** The text of a key; values stand for {{.Name}}, and Count chooses the form. */
  t(key, values = {}) {
    let text = this.has(key) ? this.catalog[key] : key;
    if (typeof text === 'object') text = text[this.plurals.select(Number(values.Count))] ?? text.other;
    return text.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name) =>
      Object.hasOwn(values, name) ? this.show(values[name]) : whole);
  }

  show(value) { return typeof value === 'number' ? this.number(value) : String(value); }

  /** A number as people write it; a string of digits is taken as it is large. */
  number(value, digits = 2) {
    if (typeof value === 'string' && /^\d+$/.test(value)) return this.numbers.format(BigInt(value));
    if (Number.isInteger(value)) return this.numbers.format(value);
    return new Intl.NumberFormat(this.language, { maximumFractionDigits: digits }).format(value);
  }

  /** A length of time. */
  seconds(value) {
    if (!(value >= 0)) return '';
    if (value < 1) return this.t('page.time.milliseconds', { Value: this.number(value * 1000, value < 0.0001 ? 3 : value < 0.01 ? 1 : 0) });
    if (value < 120) return this.t('page.time.seconds', { Value: this.number(value, 1) });
    if (value < 7200) return this.t('page.time.minutes', { Value: this.number(value / 60, 1) });
    if (value < 172800) return this.t('page.time.hours', { Value: this.number(value / 3600, 1) });
    if (value < 63115200) return this.t('page.time.days', { Value: this.number(value / 86400, 0) });
    return this.t('page.time.years', { Value: this.number(value / 31557600, 0) });
  }
}

/** Writes the texts into the elements that name their key. */
export function fillTexts(root, texts) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = texts.t(element.dataset.text);
  for (const element of root.querySelectorAll('[data-label]')) element.setAttribute('aria-label', texts.t(element.dataset.label));
  for (const element of root.querySelectorAll('[data-title]')) element.setAttribute('title', texts.t(element.dataset.title));
}
