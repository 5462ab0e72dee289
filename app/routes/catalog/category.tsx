import { href, redirect } from 'react-router';
import { findPage, isOtherSpelling, missingPage } from '#app/catalog/data/find-page.ts';
import { readCategories } from '#app/catalog/data/read-categories.ts';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { canonicalPath, listingParameters } from '#app/catalog/listing/listing-query.ts';
import { ProductListing } from '#app/catalog/listing/product-listing.tsx';
import { readListingPage } from '#app/catalog/listing/read-listing.ts';
import { categoryLead, pairOf } from '#app/catalog/pair.ts';
import { PairStory } from '#app/catalog/pair-story.tsx';
import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { pageMeta } from '#app/store/seo.ts';
import type { Route } from './+types/category.ts';

export const handle = { query: listingParameters } satisfies RouteHandle;

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const page = await findPage(store, 'category', params.id);
  const category = (await readCategories(store)).find(({ id }) => id === page?.id);
  if (!page || !category) throw await missingPage(store, url, 'category', params.id);
  const { slugs } = page;
  const path = href('/category/:id', { id: slugs[pageLanguage()] });
  if (isOtherSpelling(url, params.id, path)) throw redirect(path + url.search, 301);
  store.tag(`category:${category.id}`);
  return {
    category,
    slugs,
    listing: await readListingPage(store, request, path, { category: [category.id] }),
  };
}

export function meta(args: Route.MetaArgs) {
  const { category, slugs, listing } = args.loaderData;
  const pathIn = (language: Language) =>
    canonicalPath(href('/category/:id', { id: slugs[language] }), listing.query);
  return pageMeta(args, {
    name: category.name,
    description: categoryLead(category),
    image: category.image,
    path: pathIn(pageLanguage()),
    pathIn,
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
