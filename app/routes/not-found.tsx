import { data } from 'react-router';
import { redirectFrom } from '#app/catalog/data/find-page.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { NotFound } from '#app/layout/not-found.tsx';
import { storeContext } from '#app/lib/context.ts';
import { type PageMetaArgs, pageMeta } from '#app/store/seo.ts';
import type { Route } from './+types/not-found.ts';

/** Catch-all route: redirects from a product's old URL, or responds with 404. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return (await redirectFrom(context.get(storeContext), url)) ?? data(null, { status: 404 });
}

export function meta(args: PageMetaArgs) {
  return pageMeta(args, {
    name: shellTexts()('pageNotFound'),
    noindex: true,
  });
}

export default NotFound;
