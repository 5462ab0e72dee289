import { readSitemap, sitemapXml } from '#app/catalog/sitemap.ts';
import { storeContext } from '#app/lib/context.ts';
import type { Route } from './+types/sitemap.ts';

/** /sitemap.xml with the public pages of this store. */
export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  return new Response(sitemapXml(store, await readSitemap(store)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  });
}
