import type { ReactNode } from 'react';
import { uiWords } from '#app/messages/en/ui.ts';
import { useWords } from '#app/messages/use-words.ts';

/** Says that what stands here does nothing in a browser without JavaScript, and what to do instead, if anything. */
export function NeedsScript({ children }: { children?: ReactNode }) {
  const t = useWords(uiWords);
  return (
    <p className="noscript:block hidden text-ink-soft">
      {t('needsScript')} {children}
    </p>
  );
}
