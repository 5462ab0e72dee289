import { useCallback, useEffect, useState } from 'react';
import { lineIdentity } from '#app/cart/cart-line.ts';
import { changeCart, useCart } from '#app/cart/cart-store.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { unsettled, withSettled } from './settled-lines.ts';

type Settled = { status: 'busy' | 'done' } | { status: 'failed'; reason: string };

/** Stores the designs a guest made, whose pictures lie in this browser only, before they are priced and ordered. */
export function useSettledDesigns(userId: string): Settled & { again: () => void } {
  const ready = useCart((state) => state.ready);
  const lines = useCart((state) => state.lines);
  const [failure, setFailure] = useState<string | null>(null);
  // What has been stored once is not stored again, also when it came to nothing, such as a picture that is none.
  const [tried, setTried] = useState<readonly string[]>([]);
  const open = unsettled(lines, tried).length > 0;
  useEffect(() => {
    if (!ready || !open || failure !== null) return;
    const asked = unsettled(useCart.getState().lines, tried);
    import('#app/customize/settle-designs.ts')
      .then(({ settleDesigns }) => settleDesigns(asked, userId))
      .then((settled) => {
        changeCart((now) => withSettled(now, settled));
        setTried((before) => [...before, ...asked.map(lineIdentity)]);
      })
      .catch((error: unknown) => setFailure(error instanceof BackendError ? error.message : ''));
  }, [ready, open, failure, tried, userId]);
  const again = useCallback(() => setFailure(null), []);
  if (failure !== null) return { status: 'failed', reason: failure, again };
  return { status: open ? 'busy' : 'done', again };
}
