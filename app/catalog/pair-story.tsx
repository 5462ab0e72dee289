import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { Picture } from '#app/ui/picture.tsx';
import type { Pair } from './pair.ts';

/** The two makers of a collection and its story. */
export function PairStory({ pair, image }: { pair: Pair; image: string }) {
  const t = catalogTexts();
  const [one, other] = pair.people;
  return (
    <section
      aria-label={t('aboutPair')}
      className="column grid gap-x-16 gap-y-10 pb-section lg:grid-cols-[1fr_1.2fr]"
    >
      {image ? (
        <Picture
          src={image}
          alt=""
          sizes="(min-width: 64rem) 36rem, 92vw"
          widest={1080}
          eager
          className="aspect-[4/3] w-full rounded-picture object-cover lg:aspect-auto lg:h-full lg:max-h-160"
        />
      ) : null}
      <div className="grid content-start gap-8">
        <dl className="grid gap-6 sm:grid-cols-2 sm:gap-10">
          {[one, other].map(({ name, about }) => (
            <div key={name} className="grid content-start gap-2 border-line-strong border-t pt-4">
              <dt className="display text-heading">{name}</dt>
              <dd className="text-ink-soft">{about}</dd>
            </div>
          ))}
        </dl>
        {pair.story.length > 0 ? (
          <div className="grid max-w-prose gap-4 text-lg leading-relaxed">
            <h2 className="text-heading">{t('pairStory')}</h2>
            {pair.story.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        ) : null}
      </div>
      <h2 className="col-span-full border-line-strong border-t pt-6 text-title">{t('pairPieces')}</h2>
    </section>
  );
}
