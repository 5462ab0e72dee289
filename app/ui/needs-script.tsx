import type { ReactNode } from 'react';
import uiMessages from '#app/i18n/messages/en/ui.json';
import { useTranslations } from '#app/i18n/use-translations.ts';

/** Says that what stands here does nothing in a browser without JavaScript, and what to do instead, if anything. */
export function NeedsScript({ children }: { children?: ReactNode }) {
  const t = useTranslations('ui', uiMessages);
  return (
    <p className="noscript:block hidden text-ink-soft">
      {t('needsScript')} {children}
    </p>
  );
}
