/**
 * A route's link to a style sheet. The router loads the sheet before it shows the route. With `precedence`, React also
 * waits until it applies and leaves it in the page, so that a page visited again is never drawn without it.
 * @param href URL of the sheet
 */
export const sheetLinks = (href: string) => [{ rel: 'stylesheet', href, precedence: 'areas' }];
