/**
 * A route's link to a style sheet. The router loads the sheet before it shows the route; because of `precedence` React also
 * waits until it applies, and leaves it in the page, so that pages that come back are not drawn without it.
 * @param href address of the sheet
 */
export const sheetLinks = (href: string) => [{ rel: 'stylesheet', href, precedence: 'areas' }];
