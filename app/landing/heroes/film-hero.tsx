import { ChevronDown } from 'lucide-react';
import { href } from 'react-router';
import { homeTexts } from '#app/i18n/texts/home.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { useHomeLook } from '../use-home-look.ts';
import HeroFilm from './hero-film.tsx';

/** Full-height hero over looping clips. */
export default function FilmHero() {
  const t = homeTexts();
  const { copy } = useHomeLook();
  return (
    <section className="dark-ground relative isolate flex min-h-[min(100dvh,64rem)] items-end overflow-hidden bg-page text-ink">
      <HeroFilm sizes="100vw" />
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-linear-to-t from-(--page) via-(--page)/70 to-(--page)/50 md:via-(--page)/55 md:to-(--page)/40"
      />
      <div className="column flex flex-col items-start gap-6 pt-28 pb-36 md:pb-24">
        <h1 className="whitespace-pre-line text-hero max-sm:text-[calc((1rem+6vw)*var(--display-scale))]">
          {copy.heroTitle}
        </h1>
        <p className="max-w-xl text-lg md:text-xl">{copy.heroText}</p>
        <div className="flex flex-col items-start gap-3 sm:flex-row">
          <LinkButton to={href('/shop')} size="large">
            {copy.heroAction}
          </LinkButton>
          <LinkButton to="#about" size="large" variant="outline">
            {t('lookAround')}
            <ChevronDown className="size-5" />
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
