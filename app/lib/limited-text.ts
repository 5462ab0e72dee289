import { z } from 'zod';

/** Schema of a text, trimmed, with at most so many characters. */
export function limitedText(length: number, error: () => string) {
  return z.string().trim().max(length, { error });
}
