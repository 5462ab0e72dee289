/** Characters of a text message in GSM-7, and those that take the room of two. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';
const gsm = new Set(basic + extended);

/** What a keyboard has instead of typographic characters. */
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
 * The lines of a text message as one text. A single typographic character would make each of the others take twice the room:
 * a text that can do without is written without.
 */
export function textMessage(lines: readonly string[]): string {
  const text = lines.filter(Boolean).join('\n');
  const simple = text.replace(/[^\n\r -~]/gu, (letter) => plain[letter] ?? letter);
  return isGsm(simple) ? simple : text;
}

/** In how many parts a text message is sent, each of which is charged for (3GPP TS 23.038). */
export function partsOf(text: string): number {
  if (!isGsm(text)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  const length = [...text].reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0);
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
