import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { numberText, withoutCurrency } from '#app/lib/typed-number.ts';

/** Decimal separator of a file's amounts. */
export type DecimalSign = '.' | ',';

/**
 * Why a cell is not an amount: it can be read in two ways (`ambiguous`), a spreadsheet shortened it
 * (`spoilt`), or it holds something else (`none`).
 */
export type AmountProblem = 'ambiguous' | 'spoilt' | 'none';

/** How spreadsheets show long numbers: 6.22E+12. */
const shortened = /^[+-]?\d+([.,]\d+)?E[+-]\d+$/i;

/** Returns whether a spreadsheet shortened a number or code, which loses digits. */
export const isShortened = (cell: string) => shortened.test(cleanAscii(cell));

const twoWays = /^[1-9]\d{0,2}([.,])\d{3}$/;

/** Splits an amount into sign and number: "-5", "5-", "(5)" and "5 EGP" with any of them. */
function parts(cell: string): { negative: boolean; number: string } {
  const compact = cleanAscii(cell).replace(/\s/g, '');
  const [, inside] = /^\((.*)\)$/.exec(compact) ?? [];
  const bare = withoutCurrency(inside ?? compact);
  const [, before = '', number = bare, after = ''] = /^([+-]?)(.*?)(-?)$/.exec(bare) ?? [];
  const signs = [inside === undefined ? '' : '-', before === '-' ? '-' : '', after].filter(Boolean);
  return { negative: signs.length > 0, number: signs.length > 1 ? cell : withoutCurrency(number) };
}

const withDecimals = /^(?:\d+|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,))([.,])\d{1,2}$/;
const inThousands = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/;

/**
 * Returns the decimal separator of a file, from its unambiguous amounts; null if there are none or they
 * disagree.
 */
export function decimalSignOf(cells: Iterable<string>): DecimalSign | null {
  const signs = new Set<DecimalSign>();
  for (const cell of cells) {
    const { number } = parts(cell);
    const decimal = withDecimals.exec(number)?.[1];
    const thousands = inThousands.exec(number)?.[1];
    if (decimal === '.' || thousands === ',') signs.add('.');
    if (decimal === ',' || thousands === '.') signs.add(',');
  }
  const [only = null] = signs;
  return signs.size === 1 ? only : null;
}

/**
 * Parses an amount as files write it: negative with a minus or in brackets, with any digits and an Egyptian
 * currency sign. 1.234 or 1,234 could have thousands or decimals and needs the file's decimal separator. An
 * empty cell is not an amount.
 */
export function readAmount(
  cell: string,
  decimal: DecimalSign | null,
): { amount: number } | { problem: AmountProblem } {
  if (isShortened(cell)) return { problem: 'spoilt' };
  const { negative, number } = parts(cell);
  const [, separator] = twoWays.exec(number.replaceAll('،', ',')) ?? [];
  if (separator && decimal === null) return { problem: 'ambiguous' };
  const plain = separator ? number.replace(/[.,،]/, separator === decimal ? '.' : '') : numberText(number);
  if (!/^\d{1,9}(\.\d+)?$/.test(plain)) return { problem: 'none' };
  const amount = withoutNoise(Number(plain));
  return { amount: negative && amount > 0 ? -amount : amount };
}

/** Removes floating-point noise beyond piastres, such as in 219.99999999. */
function withoutNoise(amount: number): number {
  const piastres = Math.round(amount * 100);
  return Math.abs(amount * 100 - piastres) < 1e-4 ? piastres / 100 : amount;
}
