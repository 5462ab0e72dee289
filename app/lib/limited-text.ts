import { z } from 'zod';
import { cleanText } from './typed-text.ts';

/** Schema of a text, cleaned, with at most so many characters. */
export function limitedText(length: number, error: () => string) {
  return z.string().overwrite(cleanText).max(length, { error });
}
