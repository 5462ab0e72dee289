import type { ReactNode } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { useHydrated } from './use-hydrated.ts';

/** Fields that need script: disabled until hydrated. */
export function NeedsHydration({ children }: { children: ReactNode }) {
  return (
    <fieldset role="none" disabled={!useHydrated()} className="contents">
      {children}
    </fieldset>
  );
}

/** Message shown without JavaScript: this part does not work, and what to do instead. */
export function NeedsScript({ children }: { children?: ReactNode }) {
  const t = uiTexts();
  return (
    <p className="noscript:block hidden text-ink-soft">
      {t('needsScript')} {children}
    </p>
  );
}
