import { describe, expect, it } from 'vitest';
import type { PrintedOrder } from '../data/read-admin-orders.ts';
import { consignmentsOf, picksOf } from './sheets.ts';

type Line = PrintedOrder['order_lines'][number];
type Shipment = PrintedOrder['shipments'][number];

const line = (id: string, quantity: number, more: Partial<Line> = {}) =>
  ({
    id,
    name: id,
    sku: id,
    variant_id: id,
    has_design: false,
    quantity,
    kept: quantity,
    open_pieces: quantity,
    ...more,
  }) as Partial<Line> as Line;
const shipment = (id: string, more: Partial<Shipment>) =>
  ({ id, state: 'packed', cash_to_collect: 0, shipment_lines: [], ...more }) as Partial<Shipment> as Shipment;
const order = (number: string, more: Partial<PrintedOrder>) =>
  ({
    id: number,
    number,
    payment_method: 'cash_on_delivery',
    due_at_door: 300,
    order_lines: [],
    shipments: [],
    ...more,
  }) as Partial<PrintedOrder> as PrintedOrder;

describe('the sheets of an order', () => {
  it('are one while nothing is packed, without cancelled pieces, with the full amount due', () => {
    const [sheet, ...more] = consignmentsOf([order('A', { order_lines: [line('cap', 3, { kept: 2 })] })]);
    expect(more).toEqual([]);
    expect(sheet?.pieces.map(({ quantity }) => quantity)).toEqual([2]);
    expect(sheet?.toCollect).toBe(300);
  });

  it('are one per shipment, with its own pieces and cash; cancelled, lost and returned shipments have none', () => {
    const sheets = consignmentsOf([
      order('A', {
        order_lines: [line('cap', 3)],
        shipments: [
          shipment('one', { cash_to_collect: 120, shipment_lines: [{ order_line_id: 'cap', quantity: 1 }] }),
          shipment('two', { cash_to_collect: 180, shipment_lines: [{ order_line_id: 'cap', quantity: 2 }] }),
          shipment('three', { state: 'returned_to_sender' }),
        ],
      }),
    ]);
    expect(sheets.map(({ key, toCollect }) => [key, toCollect])).toEqual([
      ['one', 120],
      ['two', 180],
    ]);
    expect(sheets.map(({ pieces }) => pieces[0]?.quantity)).toEqual([1, 2]);
  });
});

it('a pick list names each variant once, with the unpacked pieces of all orders, and how many go to which', () => {
  const picks = picksOf([
    order('A', { order_lines: [line('cap', 3, { open_pieces: 2 }), line('mug', 1, { open_pieces: 0 })] }),
    order('B', { order_lines: [line('cap', 3), line('cap', 1)] }),
    order('C', { order_lines: [line('art', 1, { variant_id: 'cap', sku: 'cap', has_design: true })] }),
  ]);
  expect(
    picks.map(({ line: { name }, quantity, shares }) => [
      name,
      quantity,
      shares.map((share) => `${share.number} × ${share.quantity}`),
    ]),
  ).toEqual([
    ['art', 1, ['C × 1']],
    ['cap', 6, ['A × 2', 'B × 4']],
  ]);
});
