import { adminWords } from '#app/messages/en/admin.ts';
import { pageWords } from '#app/messages/words.ts';

/**
 * What a write answers with: null when it was done, else the row as it is now, which is in the way.
 * @throws Error when the row is no longer there
 */
export async function inTheWay<Row>(
  done: boolean,
  readAgain: () => Promise<Row | null | undefined>,
): Promise<NonNullable<Row> | null> {
  if (done) return null;
  const row = await readAgain();
  if (!row) throw new Error(pageWords(adminWords)('deletedMeanwhile'));
  return row;
}
