import type { ComponentType } from 'react';
import { href } from 'react-router';
import type { Design } from '#app/brands/design.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { ProductGrid } from '#app/catalog/card/product-grid.tsx';
import { CategoryTile } from '#app/catalog/category-tile.tsx';
import type { HomeShelves } from '#app/catalog/data/read-home.ts';
import { FeaturedCarousel } from '#app/catalog/featured/featured-carousel.tsx';
import { homeWords } from '#app/messages/en/home.ts';
import { useWords } from '#app/messages/use-words.ts';
import { BannerPopup } from './banners/banner-popup.tsx';
import { BrandStory } from './brand-story.tsx';
import { CatalogueHero } from './heroes/catalogue-hero.tsx';
import { FilmHero } from './heroes/film-hero.tsx';
import type { HeroProps } from './heroes/hero.ts';
import { LabHero } from './heroes/lab-hero.tsx';
import { MarqueeHero } from './heroes/marquee-hero.tsx';
import { PrinterHero } from './heroes/printer-hero.tsx';
import { Shelf } from './shelf.tsx';

const heroes: Record<Design['hero'], ComponentType<HeroProps>> = {
  printer: PrinterHero,
  film: FilmHero,
  lab: LabHero,
  marquee: MarqueeHero,
  catalogue: CatalogueHero,
};

/** The common home page: hero, featured products, categories, deals, new arrivals, the brand's story. */
export function StandardHome({ shelves }: { shelves: HomeShelves }) {
  const t = useWords(homeWords);
  const { voice, hero } = useBrand().design;
  const { featured, categories, deals, newest } = shelves;
  const Hero = heroes[hero];
  return (
    <div className="flex flex-col gap-section">
      <Hero shelves={shelves} />
      {featured.length > 0 ? (
        <Shelf title={voice.featuredTitle} to={href('/shop')} more={t('seeAll')}>
          <FeaturedCarousel label={t('featured')} products={featured} />
        </Shelf>
      ) : null}
      {categories.length > 0 ? (
        <Shelf title={voice.categoriesTitle} to={href('/categories')} more={t('seeAllCategories')}>
          <ul className="grid gap-gap sm:grid-cols-2 lg:grid-cols-3">
            {categories.slice(0, 6).map((category) => (
              <li key={category.id}>
                <CategoryTile category={category} />
              </li>
            ))}
          </ul>
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
