import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { type Language, languageFacts, pathInLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { chooseLanguage, otherLanguage } from '#app/lib/language-choice.ts';
import { iconControl } from '#app/ui/icon-link.tsx';

type LanguageLinkProps = { language: Language; className: string; label?: string; children: ReactNode };

/** Link to the same page in a language, which is remembered. The page is loaded anew: its code speaks one language. */
export function LanguageLink({ language, className, label, children }: LanguageLinkProps) {
  const { pathname } = useLocation();
  const choose = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    chooseLanguage(language);
    // The rendered page knows only the query that it declares.
    currentTarget.href = pathInLanguage(pathname, language) + location.search + location.hash;
  };
  return (
    <a
      href={pathInLanguage(pathname, language)}
      hrefLang={language}
      lang={language}
      aria-label={label}
      onClick={choose}
      className={className}
    >
      {children}
    </a>
  );
}

/** Leads to this page in the other language, by its name or, in the header, by one or two letters. */
export function LanguageSwitch({ className, short = false }: { className?: string; short?: boolean }) {
  const language = otherLanguage(pageLanguage());
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
