import { z } from 'zod';
import { cleanText } from './typed-text.ts';

/** Schema of a cleaned text with a maximum length. */
export function limitedText(length: number, error: () => string) {
  return z.string().overwrite(cleanText).max(length, { error });
}
