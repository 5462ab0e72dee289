import { type SVGProps, useLayoutEffect, useRef, useState } from 'react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { unprintableLetters } from '#app/designer/print-fonts.ts';
import { homeTexts } from '#app/i18n/texts/home.ts';
import { useRootData } from '#app/store/root-data.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { NeedsHydration } from '#app/ui/needs-script.tsx';
import { Ornament } from '#app/ui/ornament.tsx';
import { textLengths } from '#app/ui/text-lengths.ts';
import small from '../pictures/blank-hoodie-480.avif';
import medium from '../pictures/blank-hoodie-800.avif';
import large from '../pictures/blank-hoodie-1200.avif';
import { useHomeLook } from '../use-home-look.ts';
import { HeroPicture, useHasHeroPicture } from './hero-picture.tsx';
import { isInCapitals, longestPrint, printLines, setLines } from './printer-text.ts';

/** Print area on the hoodie, in thousandths of the picture. */
const area = { x: 335, y: 330, width: 330, height: 270 };

/** Print colors; the first is the brand's. */
const inks = [
  { name: 'inkBrand', hex: null },
  { name: 'inkBlack', hex: '#15161a' },
  { name: 'inkRed', hex: '#c8372d' },
] as const;

/**
 * A line centered in the area. A line with joined letters or emoji is measured, not stretched, to keep their shapes.
 */
function PrintLine({ line, size, ...text }: { line: string; size: number } & SVGProps<SVGTextElement>) {
  const element = useRef<SVGTextElement>(null);
  const [fitting, setFitting] = useState(size);
  const stretched = isInCapitals(line);
  useLayoutEffect(() => {
    const width = element.current?.getComputedTextLength() ?? 0;
    const set = Number(element.current?.getAttribute('font-size'));
    if (!stretched && width > 0) setFitting(Math.min(size, (set * area.width) / width));
  }, [size, stretched]);
  return (
    <text
      ref={element}
      x={area.x + area.width / 2}
      fontSize={stretched ? size : fitting}
      textAnchor="middle"
      textLength={stretched && line.length > 2 ? area.width : undefined}
      lengthAdjust="spacingAndGlyphs"
      className="display tracking-normal! transition-opacity duration-(--slow) starting:opacity-0"
      {...text}
    >
      {line}
    </text>
  );
}

/** Place of the picture beside the text. */
const place =
  'mx-auto aspect-square w-full max-w-[40rem] max-lg:max-w-[min(22rem,38dvh)] lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:self-center';

function Print({ text, color }: { text: string; color: string }) {
  return (
    <svg
      viewBox="0 0 1000 1000"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full mix-blend-multiply"
    >
      {setLines(printLines(text), area).map(({ line, size, baseline }) => (
        <PrintLine key={`${line} ${baseline}`} line={line} size={size} y={baseline} fill={color} />
      ))}
    </svg>
  );
}

/** Hero with a hoodie that shows typed text as a print, or the brand's own picture, and a link to the designer. */
export default function PrinterHero() {
  const t = homeTexts();
  const { primaryColor: brandColor } = useBrand();
  const { copy } = useHomeLook();
  const { customization } = useRootData().settings;
  const hasOwnPicture = useHasHeroPicture();
  const [typed, setTyped] = useState('');
  const [ink, setInk] = useState<(typeof inks)[number]>(inks[0]);
  const text = typed.trim() || copy.heroTitle.replace('\n', ' ');
  const unprintable = unprintableLetters(typed);
  const printable = unprintable.reduce((rest, letter) => rest.replaceAll(letter, ''), typed).trim();
  const design = new URLSearchParams({
    garment: 'Hoodie',
    color: 'white',
    ...(printable && { text: printable, ink: ink.hex ?? brandColor }),
  });

  return (
    <section className="relative isolate overflow-hidden border-b-(length:--stroke) border-ink">
      <Ornament />
      <div className="column grid gap-x-10 gap-y-5 py-6 lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[1fr_auto_auto_1fr] lg:gap-y-6 lg:py-12">
        {/* One line on phones, so that the field is above the bottom bar. */}
        <div className="@container lg:self-end">
          <h1
            style={textLengths(copy.heroTitle.replace('\n', ' '))}
            className="whitespace-pre-line max-lg:whitespace-nowrap max-lg:text-[min(6rem,185cqi/var(--letters))] lg:text-hero"
          >
            {copy.heroTitle}
          </h1>
        </div>
        <HeroPicture sizes="(min-width: 64rem) 40rem, 22rem" className={place}>
          <div className={classes('relative', place)}>
            <div
              aria-hidden="true"
              className="absolute inset-[8%] -z-10 rounded-full bg-[radial-gradient(var(--brand)_28%,transparent_30%)] bg-size-[14px_14px] opacity-35 [mask-image:radial-gradient(circle,black_35%,transparent_70%)]"
            />
            <img
              src={medium}
              srcSet={`${small} 480w, ${medium} 800w, ${large} 1200w`}
              sizes="(min-width: 64rem) 40rem, 15rem"
              alt={t('hoodieWith', { text })}
              width={1200}
              height={1200}
              fetchPriority="high"
              className="size-full"
            />
            <Print text={text} color={ink.hex ?? brandColor} />
          </div>
        </HeroPicture>
        {hasOwnPicture ? null : (
          <div className="flex w-full max-w-md flex-col gap-2 lg:row-start-3">
            <NeedsHydration>
              <label htmlFor="hero-print" className="font-semibold text-sm">
                {t('yourLine')}
              </label>
              <input
                id="hero-print"
                dir="auto"
                value={typed}
                maxLength={longestPrint}
                autoComplete="off"
                placeholder={t('typeALine')}
                aria-describedby={unprintable.length > 0 ? 'hero-print-note' : undefined}
                onChange={(event) => setTyped(event.target.value)}
                className="stroked h-14 rounded-field border-ink bg-surface px-4 font-semibold text-lg"
              />
              {unprintable.length > 0 ? (
                <p id="hero-print-note" role="status" className="text-sm">
                  {t('onlyShown', { letters: unprintable.join(' ') })}
                </p>
              ) : null}
              <fieldset className="flex items-center gap-1 pt-1">
                <legend className="sr-only">{t('ink')}</legend>
                {inks.map((choice) => (
                  <label key={choice.name} className="grid size-11 cursor-pointer place-items-center">
                    <input
                      type="radio"
                      name="ink"
                      checked={choice === ink}
                      onChange={() => setInk(choice)}
                      className="peer sr-only"
                    />
                    <span
                      style={{ background: choice.hex ?? brandColor }}
                      className={classes(
                        'size-7 rounded-full border border-line-strong ring-offset-2 ring-offset-page',
                        'peer-checked:ring-2 peer-checked:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-4',
                      )}
                    />
                    <span className="sr-only">{t(choice.name)}</span>
                  </label>
                ))}
              </fieldset>
            </NeedsHydration>
          </div>
        )}
        <p className="max-w-md text-lg lg:row-start-2">{copy.heroText}</p>
        <div className="flex flex-wrap gap-3 self-start lg:row-start-4">
          {customization.enabled ? (
            <LinkButton to={`/customize?${design}`} size="large">
              {copy.heroAction}
            </LinkButton>
          ) : null}
          <LinkButton to={href('/shop')} size="large" variant="outline">
            {t('toShop')}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
