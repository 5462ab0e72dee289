/** GSM-7 characters of a text message; the extended ones take two places. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';
const gsm = new Set(basic + extended);

/** Keyboard equivalents of typographic characters. */
const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '·': '-',
  '×': 'x',
  '\u00a0': ' ',
  '\u202f': ' ',
};

const isGsm = (text: string): boolean => [...text].every((letter) => gsm.has(letter));

/**
 * Joins the lines of a text message. A single typographic character would double the size of every other one, so those
 * with a plain form are replaced.
 */
export function textMessage(lines: readonly string[]): string {
  const text = lines.filter(Boolean).join('\n');
  const simple = text.replace(/[^\n\r -~]/gu, (letter) => plain[letter] ?? letter);
  return isGsm(simple) ? simple : text;
}

/** Number of segments in which a text message is sent; each is charged (3GPP TS 23.038). */
export function partsOf(text: string): number {
  if (!isGsm(text)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  const length = [...text].reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0);
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
