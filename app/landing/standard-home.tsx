import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { ProductGrid } from '#app/catalog/card/product-grid.tsx';
import { CategoryTile } from '#app/catalog/category-tile.tsx';
import type { HomeShelves } from '#app/catalog/data/read-home.ts';
import { FeaturedCarousel } from '#app/catalog/featured/featured-carousel.tsx';
import type { CardProduct } from '#app/catalog/product.ts';
import { homeWords } from '#app/messages/en/home.ts';
import { useWords } from '#app/messages/use-words.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { BannerPopup } from './banners/banner-popup.tsx';

type ShelfProps = { title: string; to: string; more: string; children: React.ReactNode };

/** A section of the home page with the way to the rest of it. */
function Shelf({ title, to, more, children }: ShelfProps) {
  return (
    <section className="column flex flex-col gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-title">{title}</h2>
        <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {more}
        </Link>
      </div>
      {children}
    </section>
  );
}

const cards = (products: CardProduct[]) => <ProductGrid products={products} />;

/** The common home page: hero, featured products, categories, deals, new arrivals, the brand's story. */
export function StandardHome({ shelves }: { shelves: HomeShelves }) {
  const t = useWords(homeWords);
  const { voice } = useBrand().design;
  const { featured, categories, deals, newest } = shelves;
  return (
    <div className="flex flex-col gap-section pb-section">
      <section className="column flex flex-col items-start gap-5 pt-section">
        <h1 className="whitespace-pre-line text-hero">{voice.heroTitle}</h1>
        <p className="max-w-prose text-lg">{voice.heroText}</p>
        <LinkButton to={href('/shop')} size="large">
          {voice.heroAction}
        </LinkButton>
      </section>
      <Shelf title={voice.featuredTitle} to={href('/shop')} more={t('seeAll')}>
        <FeaturedCarousel label={t('featured')} products={featured} />
      </Shelf>
      <Shelf title={voice.categoriesTitle} to={href('/categories')} more={t('seeAllCategories')}>
        <ul className="grid gap-gap sm:grid-cols-2 lg:grid-cols-3">
          {categories.map((category) => (
            <li key={category.id}>
              <CategoryTile category={category} />
            </li>
          ))}
        </ul>
      </Shelf>
      {deals.length > 0 ? (
        <Shelf title={voice.dealsTitle} to={href('/deals')} more={t('seeAllDeals')}>
          {cards(deals)}
        </Shelf>
      ) : null}
      <Shelf title={voice.newTitle} to={`${href('/shop')}?new=1`} more={t('seeAllNew')}>
        {cards(newest)}
      </Shelf>
      <BannerPopup autoClose={0} />
      <section className="column max-w-3xl">
        <h2 className="mb-5 text-title">{voice.storyTitle}</h2>
        {voice.story.map((text) => (
          <p key={text} className="mb-4 text-lg">
            {text}
          </p>
        ))}
      </section>
    </div>
  );
}
