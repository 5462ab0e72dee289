import { useBrand } from '#app/brands/use-brand.ts';
import { languageFacts, languages } from '#app/i18n/languages.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { LanguageLink } from '#app/ui/language-link.tsx';
import { AccountSection } from './account-section.tsx';

/** The person's language, if the store has several. Saved in their profile, and used for mails and messages too. */
export function LanguageSection() {
  const t = accountTexts();
  const { onlyLanguage } = useBrand();
  if (onlyLanguage) return null;
  return (
    <AccountSection title={t('language')} lead={t('languageWhy')}>
      <ul className="flex flex-wrap gap-3">
        {languages.map((language) => (
          <li key={language}>
            <LanguageLink
              language={language}
              className="stroked flex min-h-control items-center rounded-control border-line-strong px-4 aria-current:border-focus aria-current:bg-tint aria-current:font-semibold aria-current:text-on-tint"
            >
              {languageFacts[language].name}
            </LanguageLink>
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}
