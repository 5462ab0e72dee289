import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** Fields that only work with the page's code: they are disabled, and look it, until it runs. */
export function NeedsHydration({ children }: { children: ReactNode }) {
  return (
    <fieldset role="none" disabled={!useHydrated()} className="contents">
      {children}
    </fieldset>
  );
}
