import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadLanguage } from '#app/i18n/translations.ts';
import { stopNotingEarlyInput } from '#app/shell/early-input.ts';

function hydrate() {
  stopNotingEarlyInput();
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
}

void loadLanguage(document.documentElement.lang).then(() => startTransition(hydrate));
