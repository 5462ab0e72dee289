import { useCallback, useEffect, useState } from 'react';
import { type CartLine, lineIdentity } from '#app/cart/cart-line.ts';
import { changeCart, useCart } from '#app/cart/cart-store.ts';
import { BackendError } from '#app/lib/backend-error.ts';

/** Whether a line's design exists only in this browser. */
const isPending = ({ design, preview }: CartLine): boolean => design !== undefined && !preview;

/** The lines whose designs are not uploaded yet, except those with an identity in `tried`. */
export function withPendingDesigns(lines: readonly CartLine[], tried: readonly string[]): CartLine[] {
  return lines.filter((line) => isPending(line) && !tried.includes(lineIdentity(line)));
}

/** The cart's current lines with the designs of `uploaded`; the same array when none of them changes. */
export function withUploadedDesigns(
  lines: readonly CartLine[],
  uploaded: readonly CartLine[],
): readonly CartLine[] {
  const byIdentity = new Map(uploaded.map((line) => [lineIdentity(line), line]));
  const known = (line: CartLine) => (isPending(line) ? byIdentity.get(lineIdentity(line)) : undefined);
  if (!lines.some(known)) return lines;
  return lines.map((line) => {
    const { design, preview } = known(line) ?? {};
    return { ...line, ...(design ? { design } : {}), ...(preview ? { preview } : {}) };
  });
}

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
