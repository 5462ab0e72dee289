import { href } from 'react-router';
import { partsByArea } from '#app/brands/looks/looks.ts';
import { CategoryGrid } from '#app/catalog/category-grid.tsx';
import { CategoryTile } from '#app/catalog/category-tile.tsx';
import { readCategories } from '#app/catalog/data/read-categories.ts';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { readShopFacets } from '#app/catalog/listing/read-listing.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { storeContext } from '#app/lib/context.ts';
import { useLivePage } from '#app/product/use-live-page.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Route } from './+types/categories.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  store.tag('listing');
  const [categories, facets] = await Promise.all([readCategories(store), readShopFacets(store)]);
  return {
    tile: partsByArea(store.brand.design).page.tile,
    categories: categories.map((category) => ({
      category,
      count: facets.category.find(({ value }) => value === category.id)?.count ?? 0,
    })),
  };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: catalogTexts()('categories') });
}

export default function CategoriesPage({ loaderData: { tile, categories } }: Route.ComponentProps) {
  const t = catalogTexts();
  useLivePage({ products: [], isListing: true, kinds: ['category'] });
  const crumbs = [{ label: t('categories') }];
  return (
    <>
      <ListingHeading title={t('categories')} crumbs={crumbs} />
      <div className="column pt-6 pb-section">
        <h2 className="sr-only">{t('allCategories')}</h2>
        {categories.length === 0 ? (
          <EmptyState
            title={t('noCategories')}
            action={<LinkButton to={href('/shop')}>{t('seeAll')}</LinkButton>}
          />
        ) : (
          <CategoryGrid
            tiles={categories.map(({ category, count }, index) => (
              <CategoryTile
                key={category.id}
                layout={tile}
                category={category}
                detail={t('inCategory', { count })}
                eager={index < 3}
              />
            ))}
          />
        )}
      </div>
    </>
  );
}
