/** Pieces of a shipment's line: how many were sent, and how many of them the customer took. */
export type TakenLine = { order_line_id: string; name: string; quantity: number; taken: number };

/** Returns the lines of a shipment with all pieces taken. */
export const allTaken = (
  lines: readonly { order_line_id: string; name: string; quantity: number }[],
): TakenLine[] => lines.map((line) => ({ ...line, taken: line.quantity }));

/** Returns the number of pieces sent, and of those taken. */
export function countTaken(lines: readonly TakenLine[]): { sent: number; taken: number } {
  return {
    sent: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    taken: lines.reduce((sum, { taken }) => sum + taken, 0),
  };
}

/** Returns the pieces that were taken, as `deliver_shipments` takes them; undefined if all were. */
export function piecesTaken(
  lines: readonly TakenLine[],
): { order_line_id: string; quantity: number }[] | undefined {
  if (lines.every(({ quantity, taken }) => taken === quantity)) return undefined;
  return lines
    .filter(({ taken }) => taken > 0)
    .map(({ order_line_id, taken }) => ({ order_line_id, quantity: taken }));
}
