import { lazy, Suspense } from 'react';
import { href } from 'react-router';
import type { Design } from '#app/brands/design.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { ProductGrid } from '#app/catalog/card/product-grid.tsx';
import { CategoryGrid } from '#app/catalog/category-grid.tsx';
import { CategoryTile } from '#app/catalog/category-tile.tsx';
import type { HomeShelves } from '#app/catalog/data/read-home.ts';
import { FeaturedCarousel } from '#app/catalog/featured/featured-carousel.tsx';
import { homeWords } from '#app/messages/en/home.ts';
import { useWords } from '#app/messages/use-words.ts';
import { BannerPopup } from './banners/banner-popup.tsx';
import { BrandStory } from './brand-story.tsx';
import { Shelf } from './shelf.tsx';

// Each store fetches its own hero only.
const heroes = {
  printer: lazy(() => import('./heroes/printer-hero.tsx')),
  film: lazy(() => import('./heroes/film-hero.tsx')),
  lab: lazy(() => import('./heroes/lab-hero.tsx')),
  marquee: lazy(() => import('./heroes/marquee-hero.tsx')),
  catalogue: lazy(() => import('./heroes/catalogue-hero.tsx')),
} satisfies Record<Design['hero'], unknown>;

/** Categories shown on the home page; the rest is a link away. */
const mostCategories = 8;

/** The common home page: hero, featured products, categories, deals, new arrivals, the brand's story. */
export function StandardHome({ shelves }: { shelves: HomeShelves }) {
  const t = useWords(homeWords);
  const { voice, hero } = useBrand().design;
  const { featured, categories, deals, newest } = shelves;
  const Hero = heroes[hero];
  return (
    <div className="flex flex-col gap-section">
      <Suspense fallback={null}>
        <Hero shelves={shelves} />
      </Suspense>
      {featured.length > 0 ? (
        <Shelf title={voice.featuredTitle} to={href('/shop')} more={t('seeAll')}>
          <FeaturedCarousel label={t('featured')} products={featured} />
        </Shelf>
      ) : null}
      {categories.length > 0 ? (
        <Shelf title={voice.categoriesTitle} to={href('/categories')} more={t('seeAllCategories')}>
          <CategoryGrid
            tiles={categories.slice(0, mostCategories).map((category) => ({
              key: category.id,
              tile: <CategoryTile category={category} />,
            }))}
          />
        </Shelf>
      ) : null}
      {deals.length > 0 ? (
        <Shelf title={voice.dealsTitle} to={href('/deals')} more={t('seeAllDeals')}>
          <ProductGrid products={deals} />
        </Shelf>
      ) : null}
      {newest.length > 0 ? (
        <Shelf title={voice.newTitle} to={`${href('/shop')}?sort=newest`} more={t('seeAllNew')}>
          <ProductGrid products={newest} />
        </Shelf>
      ) : null}
      <BrandStory />
      <BannerPopup autoClose={0} />
    </div>
  );
}
