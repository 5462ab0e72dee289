import { useCallback, useEffect, useState } from 'react';
import { lineIdentity } from '#app/cart/cart-line.ts';
import { changeCart, useCart } from '#app/cart/cart-store.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { withPendingDesigns, withUploadedDesigns } from './uploaded-designs.ts';

type Uploads = { status: 'busy' | 'done' } | { status: 'failed'; reason: string };

/** Uploads the designs that a guest made in this browser, before they are priced and ordered. */
export function useUploadedDesigns(userId: string): Uploads & { again: () => void } {
  const ready = useCart((state) => state.ready);
  const lines = useCart((state) => state.lines);
  const [failure, setFailure] = useState<string | null>(null);
  // A line is uploaded once, also when nothing came of it, as with a picture that is damaged.
  const [tried, setTried] = useState<readonly string[]>([]);
  const open = withPendingDesigns(lines, tried).length > 0;
  useEffect(() => {
    if (!ready || !open || failure !== null) return;
    const asked = withPendingDesigns(useCart.getState().lines, tried);
    import('#app/designer/upload-designs.ts')
      .then(({ uploadDesigns }) => uploadDesigns(asked, userId))
      .then((settled) => {
        changeCart((now) => withUploadedDesigns(now, settled));
        setTried((before) => [...before, ...asked.map(lineIdentity)]);
      })
      .catch((error: unknown) => setFailure(error instanceof BackendError ? error.message : ''));
  }, [ready, open, failure, tried, userId]);
  const again = useCallback(() => setFailure(null), []);
  if (failure !== null) return { status: 'failed', reason: failure, again };
  return { status: open ? 'busy' : 'done', again };
}
