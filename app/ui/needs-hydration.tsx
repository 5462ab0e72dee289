import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** Fields that need script: disabled until hydrated. */
export function NeedsHydration({ children }: { children: ReactNode }) {
  return (
    <fieldset role="none" disabled={!useHydrated()} className="contents">
      {children}
    </fieldset>
  );
}
