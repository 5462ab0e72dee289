import { describe, expect, it } from 'vitest';
import { countedPounds, countsOf, dayRows, daySums, placeKey } from './day-counts.ts';
import type { DayMoney } from './day-money.ts';

const line = (changes: Partial<DayMoney>): DayMoney => ({
  ...{
    tenant_id: 'inkthread',
    place: 'bank',
    name: '',
    method: '',
    came: 280,
    went: 20,
    fees: 0,
    held: null,
  },
  ...{ expected: 260, counted: null, note: '' },
  ...changes,
});
const courier = line({
  ...{ place: 'carrier', name: 'Quick Riders', method: 'manual', came: 560, went: 280 },
  ...{ fees: 35.5, held: 280, expected: 244.5 },
});

describe('what is typed as counted', () => {
  it('may be in Arabic digits and below zero, and is no amount if it is something else', () => {
    expect(['260', '٢٦٠٫٥٠', '-5', '− 7', '', 'x', '1.234'].map(countedPounds)).toEqual([
      ...[260, 260.5, -5, -7, null, null, null],
    ]);
  });

  it('is sent for the places that were counted, and needs a reason where it differs', () => {
    const lines = [line({}), courier];
    expect(countsOf(lines, {})).toEqual({ counts: [], problems: {} });
    expect(countsOf(lines, { [placeKey(courier)]: { amount: '244.50', note: '' } }).counts).toEqual([
      {
        ...{ place: 'carrier', name: 'Quick Riders', method: 'manual' },
        ...{ expected: 244.5, amount: 244.5, note: '' },
      },
    ]);
    const [bank] = lines;
    const typed = (amount: string, note = '') => ({ [placeKey(bank ?? courier)]: { amount, note } });
    expect(countsOf(lines, typed('250')).problems).toEqual({ [placeKey(line({}))]: 'whyNeeded' });
    expect(countsOf(lines, typed('250', ' Bank fee ')).counts).toMatchObject([
      { amount: 250, note: 'Bank fee' },
    ]);
    expect(countsOf(lines, typed('', 'Lost')).problems).toEqual({ [placeKey(line({}))]: 'badAmount' });
  });
});

it('a day’s sums leave out what couriers handed over, which they collected before, and credit, which nobody counts', () => {
  expect(daySums([line({}), courier, line({ place: 'credit', came: 7, went: 0, expected: 7 })])).toEqual({
    ...{ came: 847, went: 20, fees: 35.5, held: 280, expected: 504.5 },
  });
});

it('a file has each place with what was counted and by how much it differs', () => {
  expect(dayRows([line({ counted: 250, note: 'Bank fee' }), courier], ({ place }) => place)).toEqual([
    ['bank', '280.00', '20.00', '0.00', '', '260.00', '250.00', '-10.00', 'Bank fee'],
    ['carrier', '560.00', '280.00', '35.50', '280.00', '244.50', '', '', ''],
  ]);
});
