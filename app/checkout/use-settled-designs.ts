import { useCallback, useEffect, useState } from 'react';
import { refreshLines, useCart } from '#app/cart/cart-store.ts';
import { BackendError } from '#app/lib/backend-error.ts';

type Settled = { status: 'busy' | 'done' } | { status: 'failed'; reason: string };

/** Stores the designs a guest made, whose pictures lie in this browser only, before they are priced and ordered. */
export function useSettledDesigns(userId: string): Settled & { again: () => void } {
  const ready = useCart((state) => state.ready);
  const open = useCart((state) => state.lines.some((line) => line.design && !line.preview));
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!ready || !open || failure !== null) return;
    import('#app/customize/settle-designs.ts')
      .then(({ settleDesigns }) => settleDesigns(useCart.getState().lines, userId))
      .then(refreshLines)
      .catch((error: unknown) => setFailure(error instanceof BackendError ? error.message : ''));
  }, [ready, open, failure, userId]);
  const again = useCallback(() => setFailure(null), []);
  if (failure !== null) return { status: 'failed', reason: failure, again };
  return { status: open ? 'busy' : 'done', again };
}
