import { useBrand } from '#app/brands/use-brand.ts';
import landingMessages from '#app/i18n/messages/en/landing.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Meeple } from './meeple.tsx';

const paints = ['text-[#e0743a]', 'text-[#3f78b5]', 'text-[#b8403a]', 'text-[#6f8f2e]'];

/** What kind of shop this is, in four promises with a wooden person each. */
export function About() {
  const t = useTranslations('landing', landingMessages);
  const { description, footerDescription, design } = useBrand();
  return (
    <section
      id="about"
      className="column grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[1.1fr_1fr]"
    >
      <div className="flex flex-col gap-5">
        <p className="font-semibold text-link">{t('about')}</p>
        <h2 className="text-title">{description}</h2>
        <p className="max-w-prose text-lg leading-relaxed">{footerDescription}</p>
      </div>
      <ul className="grid grid-cols-2 gap-gap">
        {design.voice.slogans.map((slogan, index) => (
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
