import { type CartLine, lineIdentity } from '#app/cart/cart-line.ts';

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
