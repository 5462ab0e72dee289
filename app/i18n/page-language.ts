/** Subtags of right-to-left languages. */
const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** Text direction of a language such as `en` or `ar-EG`. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language.split('-', 1)[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}

/**
 * The language of the page's messages, for browser code outside React; English without a document. Browsers' translators
 * overwrite `lang`.
 */
export function pageLanguage(): string {
  return (typeof document === 'undefined' ? '' : document.documentElement.dataset.language) || 'en';
}
