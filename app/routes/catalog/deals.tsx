import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { canonicalPath, listingParameters } from '#app/catalog/listing/listing-query.ts';
import { ProductListing } from '#app/catalog/listing/product-listing.tsx';
import { readListingPage } from '#app/catalog/listing/read-listing.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { pageMeta } from '#app/store/seo.ts';
import type { Route } from './+types/deals.ts';

const fixed = { onSale: true };

export const handle = { query: listingParameters } satisfies RouteHandle;

export function loader({ request, context }: Route.LoaderArgs) {
  return readListingPage(context.get(storeContext), request, href('/deals'), fixed);
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: catalogTexts()('deals'),
    path: canonicalPath(href('/deals'), args.loaderData.query),
  });
}

export default function DealsPage({ loaderData }: Route.ComponentProps) {
  const t = catalogTexts();
  const { copy } = useBrand().design;
  return (
    <>
      <ListingHeading title={t('deals')} text={copy.dealsTitle} crumbs={[{ label: t('deals') }]} />
      <ProductListing listing={loaderData} fixed={fixed} />
    </>
  );
}
