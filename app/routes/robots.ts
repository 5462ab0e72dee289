import { languagePrefix, languages } from '#app/i18n/languages.ts';
import { absoluteUrl } from '#app/lib/absolute-url.ts';
import { type StoreContext, storeContext } from '#app/lib/context.ts';
import type { Route } from './+types/robots.ts';

/** Endless listings. Personal pages stay crawlable, or their `noindex` would not be read. */
const disallowed = [
  ...languages.flatMap((language) => [
    `${languagePrefix(language)}/search/`,
    `${languagePrefix(language)}/banners`,
  ]),
  '/*?*search=',
  '/*?*sort=',
  '/*?*size=',
  '/*?*color=',
  '/*?*min=',
  '/*?*max=',
];

/** A shared host has stores with either language. */
const languagesOf = ({ brand: { onlyLanguage }, sharedHost }: Pick<StoreContext, 'brand' | 'sharedHost'>) =>
  onlyLanguage && !sharedHost ? [onlyLanguage] : languages;

/** /robots.txt of this store, or of all stores on a shared host. */
export function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const stores = store.sharedHost ? store.stores.map(({ id }) => id) : [store.tenantId];
  const lines = [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    ...stores.flatMap((tenantId) =>
      languagesOf(store).map(
        (language) => `Sitemap: ${absoluteUrl({ ...store, tenantId, language }, '/sitemap.xml')}`,
      ),
    ),
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
