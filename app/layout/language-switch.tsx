import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type Language, languageFacts, pathInLanguage } from '#app/i18n/languages.ts';
import uiMessages from '#app/i18n/messages/en/ui.json';
import { directionOf, pageLanguage } from '#app/i18n/page-language.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { chooseLanguage, otherLanguage, preferredLanguage } from '#app/lib/language-choice.ts';
import { BareButton } from '#app/ui/bare-button.tsx';
import { buttonClasses } from '#app/ui/button.tsx';
import { iconControl } from '#app/ui/icon-link.tsx';

type LanguageLinkProps = { language: Language; className: string; label?: string; children: ReactNode };

/** Link to the same page in a language, which is remembered. The page is loaded anew: its code speaks one language. */
function LanguageLink({ language, className, label, children }: LanguageLinkProps) {
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
      <LanguageLink language={language} label={name} className={`${iconControl} font-semibold`}>
        {letters}
      </LanguageLink>
    </div>
  ) : (
    <LanguageLink language={language} className={className ?? ''}>
      {name}
    </LanguageLink>
  );
}

/** Offers the page in the language that the person reads; over the page, so that nothing moves. Nobody is redirected. */
export function LanguageOffer() {
  const t = useTranslations('ui', uiMessages);
  const [offered, setOffered] = useState<Language | null>(null);
  useEffect(() => {
    const preferred = preferredLanguage();
    setOffered(preferred === pageLanguage() ? null : preferred);
  }, []);
  if (!offered) return null;
  const stay = () => {
    chooseLanguage(pageLanguage());
    setOffered(null);
  };
  return (
    <div
      lang={offered}
      dir={directionOf(offered)}
      className="stroked fixed start-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 flex items-center gap-2 rounded-card bg-raised p-2 ps-4 shadow-card md:bottom-4"
    >
      <LanguageLink language={offered} className={buttonClasses('primary', 'small')}>
        {languageFacts[offered].offer}
      </LanguageLink>
      <BareButton aria-label={t('close')} onClick={stay} className={iconControl}>
        <X className="size-5" />
      </BareButton>
    </div>
  );
}
