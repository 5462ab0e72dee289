import { href, redirect } from 'react-router';
import { storefrontContext } from '#app/lib/context.ts';
import { unpack } from '#app/lib/packed.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { catalogWords } from '#app/messages/en/catalog.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { metaWords, pageMeta } from '#app/shell/seo.ts';
import type { Route } from './+types/shop.route.ts';
import { packListing, readListing } from './data/read-listing.ts';
import { ListingHeading } from './listing/listing-heading.tsx';
import { canonicalPath, listingParameters, listingSearch, parseListing } from './listing/listing-query.ts';
import { ProductListing } from './listing/product-listing.tsx';

export const handle = { query: listingParameters } satisfies RouteHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseListing(new URL(request.url).searchParams);
  const listing = await readListing(context.get(storefrontContext), query);
  if (query.page > listing.pages) {
    throw redirect(`${href('/shop')}${listingSearch({ ...query, page: listing.pages })}`);
  }
  return packListing(listing);
}

export function meta(args: Route.MetaArgs) {
  const words = metaWords(args, catalogWords);
  const query = unpack(args.loaderData.asked);
  return pageMeta(args, {
    name: query.search ? words('results', { term: query.search }) : words('shop'),
    path: canonicalPath(href('/shop'), query),
    noindex: query.search !== '',
  });
}

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const t = useWords(catalogWords);
  const shell = useWords(shellWords);
  const { search } = unpack(loaderData.asked);
  const title = search ? t('results', { term: search }) : t('shop');
  const crumbs = [
    { label: shell('home'), to: href('/') },
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
