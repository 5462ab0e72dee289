import { expect, it } from 'vitest';
import { isLate, type PrintOrder, printCount, printGroups, printJobs } from './print-jobs.ts';

const line = (id: string, more: Partial<PrintOrder['order_lines'][number]> = {}) => ({
  id,
  name: 'Hoodie',
  image: null,
  color: 'black',
  size: 'M',
  to_print: 2,
  ...more,
});
const order = (number: string, more: Partial<PrintOrder>): PrintOrder => ({
  id: number,
  tenant_id: 'duoworks',
  number,
  created_at: '2026-03-01T10:00:00Z',
  days_from: 2,
  days_to: 5,
  slot_date: null,
  order_lines: [line(`${number}-1`)],
  ...more,
});

it('prints are sorted by due day: that of the slot, else the promised one', () => {
  const jobs = printJobs([
    order('late', {}),
    order('soon', { days_to: 1 }),
    order('slot', { slot_date: '2026-03-03' }),
  ]);
  expect(jobs.map(({ number, due }) => [number, due])).toEqual([
    ['soon', '2026-03-02'],
    ['slot', '2026-03-03'],
    ['late', '2026-03-08'],
  ]);
});

it('a line that waits for no print is left out', () => {
  const jobs = printJobs([
    order('one', { order_lines: [line('a', { to_print: 1 }), line('b', { to_print: 0 })] }),
  ]);
  expect(jobs.map(({ lineId, count }) => [lineId, count])).toEqual([['a', 1]]);
});

it('prints of the same garment, color and size form a group, sorted by its earliest due day', () => {
  const jobs = printJobs([
    order('late', { order_lines: [line('a'), line('b', { size: 'L' })] }),
    order('soon', { days_to: 1, order_lines: [line('c', { size: 'L' })] }),
  ]);
  const groups = printGroups(jobs);
  expect(
    groups.map(({ size, jobs: own }) => [size, own.map(({ lineId }) => lineId), printCount(own)]),
  ).toEqual([
    ['L', ['c', 'b'], 4],
    ['M', ['a'], 2],
  ]);
});

it('a print is late after its due day, and never without one', () => {
  expect(isLate('2026-03-02', '2026-03-02')).toBe(false);
  expect(isLate('2026-03-01', '2026-03-02')).toBe(true);
  expect(isLate('', '2026-03-02')).toBe(false);
});
