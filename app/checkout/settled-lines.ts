import { type CartLine, lineIdentity } from '#app/cart/cart-line.ts';

/** Whether a line's design or its preview still lies in this browser only. */
const isUnsettled = ({ design, preview }: CartLine): boolean => design !== undefined && !preview;

/** The lines whose designs are still to be stored, but for those that were tried, by their identities. */
export function unsettled(lines: readonly CartLine[], tried: readonly string[]): CartLine[] {
  return lines.filter((line) => isUnsettled(line) && !tried.includes(lineIdentity(line)));
}

/** The lines as they are by now, with the designs that were stored meanwhile; the lines themselves where none is theirs. */
export function withSettled(lines: readonly CartLine[], settled: readonly CartLine[]): readonly CartLine[] {
  const stored = new Map(settled.map((line) => [lineIdentity(line), line]));
  const known = (line: CartLine) => (isUnsettled(line) ? stored.get(lineIdentity(line)) : undefined);
  if (!lines.some(known)) return lines;
  return lines.map((line) => {
    const { design, preview } = known(line) ?? {};
    return { ...line, ...(design ? { design } : {}), ...(preview ? { preview } : {}) };
  });
}
