/** Which way the open page is written, for what is drawn in the browser only and cannot tell it by CSS. */
export function pageDirection(): 'ltr' | 'rtl' {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}
