/** Languages that are written from right to left, by their subtag. */
const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** Which way a language such as `en` or `ar-EG` is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language.split('-', 1)[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}

/** The language of the page, for browser code outside React; English where there is no page. */
export function pageLanguage(): string {
  return (typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en';
}
