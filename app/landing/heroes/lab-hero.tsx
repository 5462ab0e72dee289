import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { MadeFor } from '#app/catalog/made-for.tsx';
import { homeTexts } from '#app/i18n/texts/home.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { textLengths } from '#app/ui/text-lengths.ts';
import { useHomeLook } from '../use-home-look.ts';
import { CaseDrawing } from './case-drawing.tsx';
import { HeroPicture } from './hero-picture.tsx';

/** Hero with large cut-out devices on a measuring grid. */
export default function LabHero() {
  const t = homeTexts();
  const { copy } = useHomeLook();
  const { slogans } = useBrand().design.copy;
  return (
    <section className="relative isolate overflow-hidden border-b">
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(var(--line)_1px,transparent_1px),linear-gradient(90deg,var(--line)_1px,transparent_1px)] bg-size-[4rem_4rem] opacity-50 [mask-image:linear-gradient(transparent,black_40%,transparent)]"
      />
      <div className="column grid gap-x-8 lg:grid-cols-[1fr_1.15fr]">
        <div className="@container flex flex-col items-start gap-6 pt-10 lg:py-24">
          <h1
            style={textLengths(copy.heroTitle)}
            className="whitespace-pre text-[min(6.5rem*var(--display-scale),190cqi/var(--letters))]"
          >
            {copy.heroTitle}
          </h1>
          <p className="max-w-md text-ink-soft text-lg">{copy.heroText}</p>
          <MadeFor />
          <LinkButton to={href('/shop')} size="large">
            {copy.heroAction}
          </LinkButton>
        </div>
        <HeroPicture sizes="(min-width: 64rem) 50vw, 100vw" className="my-8 h-88 sm:h-112 lg:my-12 lg:h-auto">
          <div className="relative h-88 sm:h-112 lg:h-auto lg:min-h-152">
            <CaseDrawing
              finish="clear"
              className="absolute start-[2%] top-[16%] w-[38%] -rotate-6 lg:w-[40%]"
            />
            <CaseDrawing finish="black" className="absolute end-[2%] top-[26%] w-[36%] rotate-6 lg:w-[38%]" />
            <CaseDrawing finish="accent" className="absolute start-[30%] top-[6%] w-[42%] lg:w-[44%]" />
            <span
              aria-hidden="true"
              className="absolute end-0 -top-2 border-primary lg:top-[9%] border-t pt-1 lg:ps-16 font-details text-accent text-xs"
            >
              {t('drawingScale')}
            </span>
          </div>
        </HeroPicture>
      </div>
      <div className="relative border-t bg-page">
        <ul className="column grid grid-cols-2 lg:grid-cols-4">
          {slogans.map((slogan, index) => (
            <li
              key={slogan}
              className="flex gap-3 border-s px-4 py-4 font-details text-[0.8125rem] last:border-e max-lg:nth-[-n+2]:border-b"
            >
              <span aria-hidden="true" className="text-accent">
                {String(index + 1).padStart(2, '0')}
              </span>
              {slogan}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
