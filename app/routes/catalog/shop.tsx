import { href } from 'react-router';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { canonicalPath, listingParameters } from '#app/catalog/listing/listing-query.ts';
import { ProductListing } from '#app/catalog/listing/product-listing.tsx';
import { readListingPage } from '#app/catalog/listing/read-listing.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { pageMeta } from '#app/store/seo.ts';
import type { Route } from './+types/shop.ts';

export const handle = { query: listingParameters } satisfies RouteHandle;

export function loader({ request, context }: Route.LoaderArgs) {
  return readListingPage(context.get(storeContext), request, href('/shop'));
}

export function meta(args: Route.MetaArgs) {
  const tCatalog = catalogTexts();
  const query = args.loaderData.query;
  return pageMeta(args, {
    name: query.search ? tCatalog('results', { term: query.search }) : tCatalog('shop'),
    path: canonicalPath(href('/shop'), query),
    noindex: query.search !== '',
  });
}

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const t = catalogTexts();
  const { search } = loaderData.query;
  const title = search ? t('results', { term: search }) : t('shop');
  const crumbs = [
    search ? { label: t('shop'), to: href('/shop') } : { label: t('shop') },
    ...(search ? [{ label: search }] : []),
  ];
  return (
    <>
      <ListingHeading title={title} crumbs={crumbs} />
      <ProductListing listing={loaderData} />
    </>
  );
}
