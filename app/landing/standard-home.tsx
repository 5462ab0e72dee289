import type { ComponentType, ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { BrandDesign } from '#app/brands/brand-design.ts';
import type { LookName } from '#app/brands/looks/look.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { ProductGrid } from '#app/catalog/card/product-grid.tsx';
import { CategoryGrid } from '#app/catalog/category-grid.tsx';
import { CategoryTile } from '#app/catalog/category-tile.tsx';
import type { HomeData } from '#app/catalog/data/read-home.ts';
import { FeaturedCarousel } from '#app/catalog/featured/featured-carousel.tsx';
import { homeTexts } from '#app/i18n/texts/home.ts';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { BannerPopup } from './banners/banner-popup.tsx';
import { BrandStory } from './brand-story.tsx';
import { useHomeLook } from './use-home-look.ts';

// Lazy, so that each store loads only its own hero.
const heroes = {
  'print-shop': lazyWithRetry(() => import('./heroes/printer-hero.tsx')),
  'game-table': lazyWithRetry(() => import('./heroes/film-hero.tsx')),
  'product-lab': lazyWithRetry(() => import('./heroes/lab-hero.tsx')),
  concrete: lazyWithRetry(() => import('./heroes/marquee-hero.tsx')),
  gallery: lazyWithRetry(() => import('./heroes/catalogue-hero.tsx')),
} satisfies Record<LookName, ComponentType<SectionProps>>;

const NothingYet = lazyWithRetry(() => import('./nothing-yet.tsx'));

/** Fewer featured products fit without scrolling. */
const leastInCarousel = 4;

/** Maximum number of categories on the home page. */
const mostCategories = 8;

type SectionProps = { home: HomeData };

type HomeSectionProps = {
  title: string;
  to: string;
  more: string;
  /** Too few items for a row: they are placed beside the title. */
  few?: boolean;
  children: ReactNode;
};

/** A section of the home page with a link to more. */
function HomeSection({ title, to, more, few = false, children }: HomeSectionProps) {
  return (
    <section
      className={classes(
        'deferred column flex flex-col gap-6',
        few && 'lg:grid lg:grid-cols-[1fr_1.6fr] lg:gap-x-16 [&>ul]:grid-cols-2',
      )}
    >
      <div
        className={classes(
          'flex flex-wrap items-baseline justify-between gap-x-6',
          few && 'lg:block lg:pt-2',
        )}
      >
        <h2 className="text-title">{title}</h2>
        <Link
          to={to}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-link"
        >
          {more}
        </Link>
      </div>
      {children}
    </section>
  );
}

function Featured({ home: { featured } }: SectionProps) {
  const t = homeTexts();
  const { copy } = useHomeLook();
  if (featured.length === 0) return null;
  return (
    <HomeSection title={copy.featuredTitle} to={href('/shop')} more={t('seeAll')} few={featured.length < 3}>
      {featured.length < leastInCarousel ? (
        <ProductGrid products={featured} />
      ) : (
        <FeaturedCarousel label={t('featured')} products={featured} />
      )}
    </HomeSection>
  );
}

function Categories({ home: { categories } }: SectionProps) {
  const t = homeTexts();
  const { copy, tile } = useHomeLook();
  return categories.length > 0 ? (
    <HomeSection title={copy.categoriesTitle} to={href('/categories')} more={t('seeAllCategories')}>
      <CategoryGrid
        tiles={categories
          .slice(0, mostCategories)
          .map((category) => <CategoryTile key={category.id} layout={tile} category={category} />)}
      />
    </HomeSection>
  ) : null;
}

function Deals({ home: { deals } }: SectionProps) {
  const t = homeTexts();
  const { copy } = useBrand().design;
  return deals.length > 0 ? (
    <HomeSection title={copy.dealsTitle} to={href('/deals')} more={t('seeAllDeals')} few={deals.length < 3}>
      <ProductGrid products={deals} />
    </HomeSection>
  ) : null;
}

function Newest({ home: { newest } }: SectionProps) {
  const t = homeTexts();
  const { copy } = useHomeLook();
  return newest.length > 0 ? (
    <HomeSection
      title={copy.newTitle}
      to={`${href('/shop')}?sort=newest`}
      more={t('seeAllNew')}
      few={newest.length < 3}
    >
      <ProductGrid products={newest} />
    </HomeSection>
  ) : null;
}

const sections = {
  featured: Featured,
  categories: Categories,
  deals: Deals,
  newest: Newest,
  story: BrandStory,
} satisfies Record<BrandDesign['home'][number], ComponentType<SectionProps>>;

/** The standard home page: the brand's hero, then its sections in the brand's order. */
export function StandardHome({ home }: SectionProps) {
  const { home: order, look, hero = look } = useBrand().design;
  const Hero = heroes[hero];
  const isEmpty = Object.values(home).every((rows) => rows.length === 0);
  return (
    <div
      className={
        order.at(-1) === 'story' ? 'flex flex-col gap-section' : 'flex flex-col gap-section pb-section'
      }
    >
      <Hero home={home} />
      {order.map((name) => {
        const Section = sections[name];
        return <Section key={name} home={home} />;
      })}
      {isEmpty && !order.includes('story') ? (
        <div className="column">
          <NothingYet />
        </div>
      ) : null}
      <BannerPopup autoClose={0} />
    </div>
  );
}
