import { useBrand } from '#app/brands/use-brand.ts';
import landingMessages from '#app/i18n/messages/en/landing.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import table from '../pictures/table-800.avif';
import { Meeple } from './meeple.tsx';

/** How the house began, beside its table. */
export function Story() {
  const t = useTranslations('landing', landingMessages);
  const { voice } = useBrand().design;
  return (
    <section
      id="story"
      className="column grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[1fr_1.1fr]"
    >
      <div className="relative">
        <img
          src={table}
          alt=""
          width={800}
          height={450}
          loading="lazy"
          className="aspect-[4/3] w-full rotate-[-1.5deg] rounded-card object-cover shadow-raised"
        />
        <Meeple className="absolute -end-4 -bottom-8 size-24 rotate-12 text-[#e0743a] drop-shadow-lg md:size-32" />
      </div>
      <div className="flex flex-col gap-5">
        <p className="font-semibold text-link">{t('story')}</p>
        <h2 className="text-title">{voice.storyTitle}</h2>
        {voice.story.map((paragraph) => (
          <p key={paragraph} className="max-w-prose text-lg leading-relaxed">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  );
}
