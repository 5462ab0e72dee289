import { type ReactNode, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { leaveReplacedBuild } from '#app/lib/new-build.ts';
import { isTranslated, restoreReplacedTexts, watchReplacedTexts } from '#app/lib/replaced-texts.ts';

/**
 * Rendered before everything else at each attempt to hydrate the page, and never again: the router waits for its data at
 * the first one, which is time enough for a translator to replace what was put back.
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
        // A translator was quicker after all: React has rendered the page anew.
        if (!isTranslated()) reportError(error);
      },
    },
  );
}

watchReplacedTexts();
// Code of a part of the page that is gone since the store was updated (vite.dev/guide/build, Load Error Handling).
window.addEventListener('vite:preloadError', () => void leaveReplacedBuild());
// A transition is rendered in slices, between which a translator goes on.
if (isTranslated()) hydrate();
else startTransition(hydrate);
