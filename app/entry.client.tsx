import { type ReactNode, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { leaveReplacedBuild } from '#app/lib/new-build.ts';
import { isTranslated, restoreReplacedTexts, watchReplacedTexts } from '#app/lib/replaced-texts.ts';

/**
 * Rendered before everything else at each hydration attempt, and never again. The first attempt suspends until the
 * router has its data, which gives a translator time to replace restored texts again.
 */
function AsSent({ children }: { children: ReactNode }) {
  restoreReplacedTexts();
  return children;
}

function hydrate() {
  hydrateRoot(
    document,
    <StrictMode>
      <AsSent>
        <HydratedRouter />
      </AsSent>
    </StrictMode>,
    {
      onRecoverableError(error) {
        // A translator interfered anyway: React has rendered the page again.
        if (!isTranslated()) reportError(error);
      },
    },
  );
}

watchReplacedTexts();
// Code of a lazy part is missing because the store was updated (vite.dev/guide/build, Load Error Handling).
window.addEventListener('vite:preloadError', () => void leaveReplacedBuild());
// A transition renders in slices, between which a translator continues.
if (isTranslated()) hydrate();
else startTransition(hydrate);
