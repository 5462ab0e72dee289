/** A line of an order that is packed by scanning. */
export type PackLine = { id: string; sku: string | null; piece_code: string; open_pieces: number };

/** How many pieces of each line were scanned, by its id. */
export type Counts = Readonly<Record<string, number>>;

/** What a scanned piece is for an order. */
type Counted =
  | { kind: 'counted'; lineId: string; counts: Counts }
  /** All of its pieces were scanned. */
  | { kind: 'enough'; lineId: string }
  /** Its pieces are packed or cancelled. */
  | { kind: 'not_open'; lineId: string }
  | { kind: 'unknown' };

const hasCode = ({ sku, piece_code }: PackLine, code: string): boolean =>
  [sku, piece_code].some((own) => own?.toLowerCase() === code.toLowerCase());

export const countOf = (counts: Counts, { id }: Pick<PackLine, 'id'>): number => counts[id] ?? 0;

/** Counts a piece by its code, in the first line that lacks one. */
export function countPiece(lines: readonly PackLine[], counts: Counts, code: string): Counted {
  const own = lines.filter((line) => hasCode(line, code));
  const lacking = own.find((line) => countOf(counts, line) < line.open_pieces);
  if (lacking) {
    return {
      kind: 'counted',
      lineId: lacking.id,
      counts: { ...counts, [lacking.id]: countOf(counts, lacking) + 1 },
    };
  }
  const open = own.find((line) => line.open_pieces > 0);
  if (open) return { kind: 'enough', lineId: open.id };
  return own[0] ? { kind: 'not_open', lineId: own[0].id } : { kind: 'unknown' };
}

/** Whether all pieces to pack were scanned. */
export const isComplete = (lines: readonly PackLine[], counts: Counts): boolean =>
  lines.every((line) => countOf(counts, line) >= line.open_pieces);
