import { href, redirect } from 'react-router';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import {
  canonicalPath,
  listingParameters,
  listingSearch,
  parseListing,
} from '#app/catalog/listing/listing-query.ts';
import { ProductListing } from '#app/catalog/listing/product-listing.tsx';
import { readListing } from '#app/catalog/listing/read-listing.ts';
import catalogMessages from '#app/i18n/messages/en/catalog.json';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { storefrontContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import type { Route } from './+types/shop.ts';

export const handle = { query: listingParameters } satisfies RouteHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseListing(new URL(request.url).searchParams);
  const listing = await readListing(context.get(storefrontContext), query);
  if (query.page > listing.pages) {
    throw redirect(`${href('/shop')}${listingSearch({ ...query, page: listing.pages })}`);
  }
  return listing;
}

export function meta(args: Route.MetaArgs) {
  const tCatalog = metaTranslations(args, 'catalog', catalogMessages);
  const query = args.loaderData.query;
  return pageMeta(args, {
    name: query.search ? tCatalog('results', { term: query.search }) : tCatalog('shop'),
    path: canonicalPath(href('/shop'), query),
    noindex: query.search !== '',
  });
}

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('catalog', catalogMessages);
  const tShell = useTranslations('shell', shellMessages);
  const { search } = loaderData.query;
  const title = search ? t('results', { term: search }) : t('shop');
  const crumbs = [
    { label: tShell('home'), to: href('/') },
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
