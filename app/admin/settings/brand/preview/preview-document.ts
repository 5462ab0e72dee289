import { splitLanguage } from '#app/i18n/languages.ts';

/** Theme of a previewed page. */
export type PreviewScheme = 'light' | 'dark';

/** Says in CSS that a page runs without scripts. */
const withoutScripts = /\(\s*scripting\s*:\s*none\s*\)/g;

/** Turns a page's HTML into a document for a frame without scripts, in a theme. */
export function previewDocument(html: string, scheme: PreviewScheme): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('script, noscript, link[rel=modulepreload]')) element.remove();
  // Films get their address by script. Without it, browsers would show their controls over the picture.
  for (const film of page.querySelectorAll('video:not([src])')) film.remove();
  // The frame runs no scripts, but shows the page as shoppers see it, with them.
  for (const style of page.querySelectorAll('style'))
    style.textContent = (style.textContent ?? '').replace(withoutScripts, 'not all');
  page.documentElement.classList.remove('light', 'dark');
  page.documentElement.classList.add(scheme);
  // Where the click listener below does not run, a link does nothing: the frame may not open windows.
  const base = page.createElement('base');
  base.target = '_blank';
  page.head.prepend(base);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/**
 * Follows links in a frame's document: those to places on the page scroll there, those to pages of the store are passed to
 * `follow` with their path and language, and others do nothing. Forms are not sent.
 */
export function followLinks(page: Document, follow: (place: ReturnType<typeof splitLanguage>) => void): void {
  page.addEventListener('submit', (event) => event.preventDefault());
  page.addEventListener('click', (event) => {
    // The frame's elements belong to another realm, so that `instanceof` does not know them.
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
    if (!link) return;
    event.preventDefault();
    const address = link.getAttribute('href') ?? '';
    if (address.startsWith('#')) {
      page.getElementById(address.slice(1))?.scrollIntoView();
      return;
    }
    const url = URL.parse(address, location.origin);
    if (url?.origin !== location.origin) return;
    const place = splitLanguage(url.pathname + url.search);
    if (!/^\/admin(\/|$)/.test(place.path)) follow(place);
  });
}
