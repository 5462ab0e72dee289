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

// In a task of its own: after that of the page's code, which is long enough on a slow phone.
void partsReady().then(() => setTimeout(() => startTransition(wake)));
