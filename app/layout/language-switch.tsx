import { useBrand } from '#app/brands/use-brand.ts';
import { languageFacts } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { otherLanguage } from '#app/lib/language-choice.ts';
import { iconControl } from '#app/ui/icon-link.tsx';
import { LanguageLink } from '#app/ui/language-link.tsx';

/** Link to this page in the other language, if the store has it, by its name or, in the header, by one or two letters. */
export function LanguageSwitch({ className, short = false }: { className?: string; short?: boolean }) {
  const { onlyLanguage } = useBrand();
  const language = otherLanguage(pageLanguage());
  if (onlyLanguage) return null;
  const { name, letters } = languageFacts[language];
  return short ? (
    <div className={className}>
      <LanguageLink
        language={language}
        label={`${letters} – ${name}`}
        className={`${iconControl} font-semibold`}
      >
        {letters}
      </LanguageLink>
    </div>
  ) : (
    <LanguageLink language={language} className={className ?? ''}>
      {name}
    </LanguageLink>
  );
}
