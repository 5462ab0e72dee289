import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { type Language, pathInLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { chooseLanguage } from '#app/lib/language-choice.ts';

type LanguageLinkProps = { language: Language; className: string; label?: string; children: ReactNode };

/** Link to the same page in a language; stores the choice. Loads a new document, because a build has one language. */
export function LanguageLink({ language, className, label, children }: LanguageLinkProps) {
  const { pathname } = useLocation();
  const choose = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    chooseLanguage(language);
    // The server-rendered page knows only the query parameters that it declares.
    currentTarget.href = pathInLanguage(pathname, language) + location.search + location.hash;
  };
  return (
    <a
      href={pathInLanguage(pathname, language)}
      hrefLang={language}
      lang={language}
      aria-label={label}
      aria-current={language === pageLanguage() ? 'true' : undefined}
      onClick={choose}
      className={className}
    >
      {children}
    </a>
  );
}
