import { useCallback, useEffect, useState } from 'react';
import { type CartLine, lineIdentity } from '#app/cart/cart-line.ts';
import { changeCart, useCart } from '#app/cart/cart-store.ts';
import { BackendError } from '#app/lib/backend-error.ts';

/** Whether a line's design exists only in this browser. */
const isPending = ({ design, preview }: CartLine): boolean => design !== undefined && !preview;

/** The lines with designs to upload, except those in `tried`. */
export function withPendingDesigns(lines: readonly CartLine[], tried: readonly string[]): CartLine[] {
  return lines.filter((line) => isPending(line) && !tried.includes(lineIdentity(line)));
}

/** Applies uploaded designs to the cart's lines; the same array when none changes. */
export function withUploadedDesigns(
  lines: readonly CartLine[],
  uploaded: readonly CartLine[],
): readonly CartLine[] {
  const byIdentity = new Map(uploaded.map((line) => [lineIdentity(line), line]));
  const uploadOf = (line: CartLine) => (isPending(line) ? byIdentity.get(lineIdentity(line)) : undefined);
  if (!lines.some(uploadOf)) return lines;
  return lines.map((line) => {
    const { design, preview } = uploadOf(line) ?? {};
    return { ...line, ...(design ? { design } : {}), ...(preview ? { preview } : {}) };
  });
}

type Uploads = { status: 'busy' | 'done' } | { status: 'failed'; reason: string };

/** Uploads a guest's designs before they are priced and ordered. */
export function useUploadedDesigns(userId: string): Uploads & { retry: () => void } {
  const ready = useCart((state) => state.ready);
  const lines = useCart((state) => state.lines);
  const [failure, setFailure] = useState<string | null>(null);
  // Each line is tried once, so that a broken image does not loop.
  const [tried, setTried] = useState<readonly string[]>([]);
  const open = withPendingDesigns(lines, tried).length > 0;
  useEffect(() => {
    if (!ready || !open || failure !== null) return;
    const pendingLines = withPendingDesigns(useCart.getState().lines, tried);
    import('#app/designer/upload-designs.ts')
      .then(({ uploadDesigns }) => uploadDesigns(pendingLines, userId))
      .then((uploaded) => {
        changeCart((now) => withUploadedDesigns(now, uploaded));
        setTried((before) => [...before, ...pendingLines.map(lineIdentity)]);
      })
      .catch((error: unknown) => setFailure(error instanceof BackendError ? error.message : ''));
  }, [ready, open, failure, tried, userId]);
  const retry = useCallback(() => setFailure(null), []);
  if (failure !== null) return { status: 'failed', reason: failure, retry };
  return { status: open ? 'busy' : 'done', retry };
}
