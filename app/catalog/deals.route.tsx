import { href, redirect } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { storefrontContext } from '#app/lib/context.ts';
import { unpack } from '#app/lib/packed.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { catalogWords } from '#app/messages/en/catalog.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { metaWords, pageMeta } from '#app/shell/seo.ts';
import type { Route } from './+types/deals.route.ts';
import { packListing, readListing } from './data/read-listing.ts';
import { ListingHeading } from './listing/listing-heading.tsx';
import { canonicalPath, listingParameters, listingSearch, parseListing } from './listing/listing-query.ts';
import { ProductListing } from './listing/product-listing.tsx';

const fixed = { onSale: true };

export const handle = { query: listingParameters } satisfies RouteHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseListing(new URL(request.url).searchParams, fixed);
  const listing = await readListing(context.get(storefrontContext), query);
  if (query.page > listing.pages) {
    throw redirect(`${href('/deals')}${listingSearch({ ...query, page: listing.pages }, fixed)}`);
  }
  return packListing(listing);
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: metaWords(args, catalogWords)('deals'),
    path: canonicalPath(href('/deals'), unpack(args.loaderData.asked)),
  });
}

export default function DealsPage({ loaderData }: Route.ComponentProps) {
  const t = useWords(catalogWords);
  const shell = useWords(shellWords);
  const { voice } = useBrand().design;
  return (
    <>
      <ListingHeading
        title={t('deals')}
        text={voice.dealsTitle}
        crumbs={[{ label: shell('home'), to: href('/') }, { label: t('deals') }]}
      />
      <ProductListing listing={loaderData} fixed={fixed} />
    </>
  );
}
