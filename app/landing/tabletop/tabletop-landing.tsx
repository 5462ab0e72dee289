import { useBrand } from '#app/brands/use-brand.ts';
import { FeaturedCarousel } from '#app/catalog/featured/featured-carousel.tsx';
import landingMessages from '#app/i18n/messages/en/landing.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { landingAutoClose } from '../banners/banner.ts';
import { BannerPopup } from '../banners/banner-popup.tsx';
import FilmHero from '../heroes/film-hero.tsx';
import { About } from './about.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { LandingContact } from './landing-contact.tsx';
import type { LandingShelves } from './landing-shelves.ts';
import { Story } from './story.tsx';

/** The animated board-game landing (spec section 2); the dark footer is the store's. */
export default function TabletopLanding({ shelves }: { shelves: LandingShelves }) {
  const t = useTranslations('landing', landingMessages);
  const { voice } = useBrand().design;
  return (
    <>
      <FilmHero />
      <About />
      <CategoryTiles categories={shelves.categories} problem={shelves.categoriesProblem} />
      {shelves.featured.length > 0 ? (
        <section className="overflow-hidden bg-tint py-section">
          <div className="column flex flex-col gap-6">
            <h2 className="text-title">{voice.featuredTitle}</h2>
            <FeaturedCarousel label={t('featuredGames')} products={shelves.featured} />
          </div>
        </section>
      ) : null}
      <Story />
      <LandingContact />
      <BannerPopup autoClose={landingAutoClose} />
    </>
  );
}
