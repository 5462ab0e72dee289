import { X } from 'lucide-react';
import { useRef } from 'react';
import { type Language, languageFacts } from '#app/i18n/languages.ts';
import { directionOf, pageLanguage } from '#app/i18n/page-language.ts';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { chooseLanguage } from '#app/lib/language-choice.ts';
import { BareButton, buttonClasses } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { iconControl } from '#app/ui/icon-link.tsx';
import { LanguageLink } from '#app/ui/language-link.tsx';
import { useCoversContent } from '#app/ui/use-covers-content.ts';

/**
 * Offers the page in the person's language. It overlays the page, so that nothing moves, is above the buy bar, which may
 * load later, and hides while it covers an amount or a control. Nobody is redirected.
 */
export default function LanguageOffer({ language, onStay }: { language: Language; onStay: () => void }) {
  const t = uiTexts();
  const place = useRef<HTMLElement>(null);
  const covers = useCoversContent(place);
  const stay = () => {
    chooseLanguage(pageLanguage());
    onStay();
  };
  return (
    <aside
      ref={place}
      lang={language}
      aria-label={languageFacts[language].offer}
      dir={directionOf(language)}
      className={classes(
        'stroked fixed start-4 bottom-[calc(8.5rem+env(safe-area-inset-bottom))] z-50 flex items-center gap-2 rounded-card bg-raised p-2 ps-4 shadow-card md:bottom-4',
        covers && 'not-focus-within:invisible',
      )}
    >
      <LanguageLink language={language} className={buttonClasses('primary', 'small')}>
        {languageFacts[language].offer}
      </LanguageLink>
      <BareButton aria-label={t('close')} onClick={stay} className={iconControl}>
        <X className="size-5" />
      </BareButton>
    </aside>
  );
}
