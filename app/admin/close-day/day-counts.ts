import { toPiastres } from '#app/lib/money.ts';
import { amountText } from '../ui/edit/field-schemas.ts';
import type { Count, DayMoney } from './day-money.ts';

/** Input for a place: the amount as typed, and why it differs. */
export type TypedCount = { amount: string; note: string };

/** Identifies a place within a store's day. */
export const placeKey = ({ place, name, method }: Pick<DayMoney, 'place' | 'name' | 'method'>) =>
  `${place} ${name} ${method}`;

/** Whether somebody can count what lies there: store credit is a promise. */
export const isCountable = ({ place }: Pick<DayMoney, 'place'>) => place !== 'credit';

const amount = amountText(() => '', { most: 100_000_000 });

/** Parses typed pounds, which may be below zero; null when invalid or empty. */
export function countedPounds(typed: string): number | null {
  const [, sign = '', digits = ''] = /^\s*([-−]?)(.*)$/su.exec(typed) ?? [];
  const parsed = amount.safeParse(digits);
  return parsed.success ? Number(parsed.data) * (sign ? -1 : 1) : null;
}

/** By how many piastres a counted amount differs from the expected one, both in pounds. */
export const differenceOf = (expected: number, counted: number) => toPiastres(counted) - toPiastres(expected);

/** Why a typed count cannot be sent. */
export type CountProblem = 'badAmount' | 'whyNeeded';

/** Returns the counts to send, without places left empty, and the problem of each place that has one. */
export function countsOf(
  lines: readonly DayMoney[],
  typed: Readonly<Record<string, TypedCount>>,
): { counts: Count[]; problems: Record<string, CountProblem> } {
  const counts: Count[] = [];
  const problems: Record<string, CountProblem> = {};
  for (const { place, name, method, expected } of lines) {
    const key = placeKey({ place, name, method });
    const count = typed[key];
    if (!count || (count.amount.trim() === '' && count.note.trim() === '')) continue;
    const pounds = countedPounds(count.amount);
    const note = count.note.trim();
    if (pounds === null) problems[key] = 'badAmount';
    else if (note === '' && differenceOf(expected, pounds) !== 0) problems[key] = 'whyNeeded';
    else counts.push({ place, name, method, expected, amount: pounds, note });
  }
  return { counts, problems };
}

/** Sums of a store's day in pounds: money that came in and was given back anywhere, and what carriers hold. */
export function daySums(lines: readonly DayMoney[]) {
  const sum = (of: (line: DayMoney) => number) =>
    lines.reduce((total, line) => total + toPiastres(of(line)), 0) / 100;
  const elsewhere = (line: DayMoney) => line.place !== 'carrier';
  return {
    came: sum((line) => line.came),
    went: sum((line) => (elsewhere(line) ? line.went : 0)),
    fees: sum((line) => line.fees),
    held: sum((line) => line.held ?? 0),
    expected: sum((line) => (isCountable(line) ? line.expected : 0)),
  };
}

/** Returns the rows of a day's money for a file, with the given names of places. */
export function dayRows(lines: readonly DayMoney[], nameOf: (line: DayMoney) => string): string[][] {
  const plain = (pounds: number | null) => (pounds === null ? '' : pounds.toFixed(2));
  return lines.map((line) => [
    nameOf(line),
    ...[line.came, line.went, line.fees, line.held, line.expected, line.counted].map(plain),
    line.counted === null ? '' : plain(differenceOf(line.expected, line.counted) / 100),
    line.note,
  ]);
}
