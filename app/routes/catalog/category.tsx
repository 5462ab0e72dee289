import { data, href, redirect } from 'react-router';
import { readCategories } from '#app/catalog/data/read-categories.ts';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { canonicalPath, listingParameters } from '#app/catalog/listing/listing-query.ts';
import { ProductListing } from '#app/catalog/listing/product-listing.tsx';
import { readListingPage } from '#app/catalog/listing/read-listing.ts';
import { categoryLead, pairOf } from '#app/catalog/pair.ts';
import { PairStory } from '#app/catalog/pair-story.tsx';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { pageMeta } from '#app/store/seo.ts';
import type { Route } from './+types/category.ts';

export const handle = { query: listingParameters } satisfies RouteHandle;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const category = (await readCategories(store)).find(({ id }) => id === params.id.toLowerCase());
  if (!category) throw data(null, { status: 404 });
  const path = href('/category/:id', { id: category.id });
  if (params.id !== category.id) throw redirect(path + new URL(request.url).search, 301);
  store.tag(`category:${category.id}`);
  return { category, listing: await readListingPage(store, request, path, { category: [category.id] }) };
}

export function meta(args: Route.MetaArgs) {
  const { category, listing } = args.loaderData;
  return pageMeta(args, {
    name: category.name,
    description: categoryLead(category),
    image: category.image,
    path: canonicalPath(href('/category/:id', { id: category.id }), listing.query),
  });
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const t = catalogTexts();
  const { category, listing } = loaderData;
  const pair = pairOf(category);
  const crumbs = [{ label: t('categories'), to: href('/categories') }, { label: category.name }];
  return (
    <>
      <ListingHeading title={category.name} text={categoryLead(category)} crumbs={crumbs} />
      {pair && listing.query.page === 1 ? <PairStory pair={pair} image={category.image} /> : null}
      <ProductListing listing={listing} fixed={{ category: [category.id] }} />
    </>
  );
}
