import { z } from 'zod';
import { cleanEmail } from './typed-contacts.ts';
import { cleanText } from './typed-text.ts';

/** Same as zod's, which lacks top-level domains of other scripts. */
const shape = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+([a-z]{2,}|xn--[a-z\d-]+)$/i;

/** Schema of an email address, cleaned; a domain in another script is converted to ASCII. */
export function emailText(error: () => string, longest = 320, tooLong = error) {
  return z
    .string()
    .overwrite(cleanEmail)
    .pipe(z.email({ pattern: shape, error }).max(longest, { error: tooLong }));
}

/** Schema of a text, cleaned, with at most so many characters. */
export function limitedText(length: number, error: () => string) {
  return z.string().overwrite(cleanText).max(length, { error });
}
