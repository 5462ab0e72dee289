import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { stopNotingEarlyInput } from '#app/shell/early-input.ts';
import { partsReady } from '#app/ui/part.tsx';

function wake() {
  stopNotingEarlyInput();
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
}

void partsReady().then(() => startTransition(wake));
