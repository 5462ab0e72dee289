import { useBrand } from '#app/brands/use-brand.ts';
import { FeaturedCarousel } from '#app/catalog/featured/featured-carousel.tsx';
import { landingTexts } from '#app/i18n/texts/landing.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { landingAutoClose } from '../banners/banner.ts';
import { BannerPopup } from '../banners/banner-popup.tsx';
import FilmHero from '../heroes/film-hero.tsx';
import { useHomeLook } from '../use-home-look.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { Meeple } from './meeple.tsx';
import type { LandingData } from './read-landing.ts';

/** Lazy, as it is at the end of a long page. */
const LandingContact = lazyWithRetry(() => import('./landing-contact.tsx'));

/** The animated board-game landing (docs/product.md, Landing), with the store's footer. */
export default function TabletopLanding({ home }: { home: LandingData }) {
  const { copy } = useHomeLook();
  return (
    <>
      <FilmHero />
      <About />
      <CategoryTiles categories={home.categories} problem={home.categoriesProblem} />
      {home.featured.length > 0 ? (
        <section className="deferred overflow-hidden bg-tint py-section">
          <div className="column flex flex-col gap-6">
            <h2 className="text-title">{copy.featuredTitle}</h2>
            <FeaturedCarousel label={copy.featuredTitle} products={home.featured} />
          </div>
        </section>
      ) : null}
      <Story />
      <LandingContact />
      <BannerPopup autoClose={landingAutoClose} />
    </>
  );
}

const paints = ['text-[#e0743a]', 'text-[#3f78b5]', 'text-[#b8403a]', 'text-[#6f8f2e]'];

/** Four promises of the store, each with a meeple. */
function About() {
  const t = landingTexts();
  const { description, footerDescription, design } = useBrand();
  return (
    <section
      id="about"
      className="deferred column grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[1.1fr_1fr]"
    >
      <div className="flex flex-col gap-5">
        <p className="font-semibold text-link">{t('about')}</p>
        <h2 className="text-title">{description}</h2>
        <p className="max-w-prose text-lg leading-relaxed">{footerDescription}</p>
      </div>
      <ul className="grid grid-cols-2 gap-gap">
        {design.copy.slogans.map((slogan, index) => (
          <li
            key={slogan}
            className="group flex flex-col gap-4 rounded-card bg-raised p-5 font-semibold shadow-card even:translate-y-6"
          >
            <Meeple
              className={`size-12 transition-transform duration-(--slow) group-hover:-translate-y-2 group-hover:rotate-6 ${paints[index % paints.length]}`}
            />
            {slogan}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Story() {
  const t = landingTexts();
  const { copy, pictures } = useHomeLook();
  return (
    <section
      id="story"
      className="deferred column grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[1fr_1.1fr]"
    >
      {pictures?.story ? (
        <div className="relative">
          <Picture
            src={pictures.story}
            alt={copy.storyPictureAlt ?? ''}
            sizes="(min-width: 64rem) 45vw, 92vw"
            className="aspect-[4/3] w-full rotate-[-1.5deg] rounded-card object-cover shadow-raised"
          />
          <Meeple className="absolute -end-4 -bottom-8 size-24 rotate-12 text-[#e0743a] drop-shadow-lg md:size-32" />
        </div>
      ) : null}
      <div className="flex flex-col gap-5">
        <p className="font-semibold text-link">{t('story')}</p>
        <h2 className="text-title">{copy.storyTitle}</h2>
        {copy.story.map((paragraph) => (
          <p key={paragraph} className="max-w-prose text-lg leading-relaxed">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  );
}
