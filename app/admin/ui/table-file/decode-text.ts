/** Encodings of spreadsheet files; the last two are how Excel saves "CSV" on Arabic and Western Windows. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1256', 'windows-1252'] as const;

export type TextEncodingName = (typeof encodings)[number];

/** Guesses the encoding of a file: from its byte order mark, valid UTF-8, its zero bytes, or its words. */
export function guessEncoding(content: ArrayBuffer): TextEncodingName {
  const bytes = new Uint8Array(content);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 2000);
  const zeros = [0, 1].map((start) => head.filter((byte, index) => byte === 0 && index % 2 === start).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > head.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return 'utf-8';
  } catch {
    return isArabic(content) ? 'windows-1256' : 'windows-1252';
  }
}

export function decodeText(content: ArrayBuffer, encoding: TextEncodingName): string {
  return new TextDecoder(encoding).decode(content);
}

/** Arabic words consist only of high bytes; in Western languages most of these are among ASCII letters. */
function isArabic(content: ArrayBuffer): boolean {
  const words =
    new TextDecoder('windows-1252').decode(content).match(/[a-z\u00c0-\u00ff\u0152-\u0192]+/gi) ?? [];
  const special = words.filter((word) => /[^a-z]/i.test(word));
  const unmixed = special.filter((word) => word.length > 1 && !/[a-z]/i.test(word));
  return unmixed.length * 2 > special.length;
}
