import { useId } from 'react';
import type { Language } from '#app/i18n/languages.ts';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { contradictions } from '#app/store/contradictions.ts';
import type { FactTexts, StoreFacts } from '#app/store/facts.ts';

/** A text of the store in one language, with the name under which staff find it. */
export interface NamedText {
  name: string;
  text: string;
  language: Language;
}

type ContradictionNoticeProps = {
  texts: readonly NamedText[];
  facts: StoreFacts;
  factTexts: Record<Language, FactTexts>;
};

/** What the texts state otherwise than the settings; nothing if they agree. */
export function ContradictionNotice({ texts, facts, factTexts }: ContradictionNoticeProps) {
  const t = adminContentTexts();
  const id = useId();
  const found = texts.flatMap(({ name, text, language }) =>
    contradictions(text, facts, factTexts[language]).map((one) => ({ ...one, name, language })),
  );
  if (found.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-card bg-warning-tint p-4 text-warning-text">
      <h2 id={id} className="font-semibold text-base">
        {t('contradictions')}
      </h2>
      <ul className="grid gap-1 text-sm">
        {found.map(({ name, said, now, fact, language }) => (
          <li key={`${name} ${language} ${said} ${fact}`} className="wrap-anywhere">
            {t('contradiction', { name, said, now: now || t('factNotSet') })}{' '}
            <bdi className="font-details text-xs">{`{${fact}}`}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
