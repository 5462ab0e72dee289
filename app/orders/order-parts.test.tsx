import { expect, it } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderNote } from './order-note.tsx';
import { PayByTransfer } from './pay-by-transfer.tsx';
import type { OrderLine } from './read-orders.ts';

const line: OrderLine = {
  id: 'l1',
  order_id: 'o1',
  tenant_id: 'inkthread',
  position: 0,
  product_id: null,
  variant_id: null,
  sku: null,
  name: 'Hoodie',
  image: null,
  color: 'white',
  size: 'XL',
  type: null,
  options: [],
  words: {},
  garment: null,
  customization: null,
  customization_id: null,
  has_design: false,
  kept: 1,
  to_print: 0,
  quantity: 1,
  unit_price: 100,
  total: 100,
  discount_share: 0,
  offer_share: 0,
  offers: [],
  points_share: 0,
  net: 100,
  tax_rate: 0,
  tax_share: 0,
  cancelled: 0,
  packed: 0,
  sent: 0,
  delivered: 0,
  returned_to_sender: 0,
  returned: 0,
  printed: 0,
  credited: 0,
  discount_recounted: 0,
  edit_id: null,
  open_pieces: 1,
  piece_code: '',
};

it('an order marks its lines that have a design', () => {
  const plain = renderInStore(<OrderLines lines={[line]} />, inkthread);
  expect(plain).toContain('White\u00a0· XL<');
  const printed = renderInStore(<OrderLines lines={[{ ...line, has_design: true }]} />, inkthread);
  expect(printed).toContain('White\u00a0· XL\u00a0· With your design<');
});

it('an order shows the note to the store, and nothing without one', () => {
  const note = renderInStore(<OrderNote order={{ note: 'Ring twice' }} />, inkthread);
  expect(note).toMatch(/Your note for the store.*Ring twice/);
  expect(renderInStore(<OrderNote order={{ note: '' }} />, inkthread)).toBe('');
});

it('the reference of a transfer stays on one line', () => {
  const order = {
    number: 'IN-000012',
    status: 'awaiting_payment',
    payment_method: 'bank_transfer',
    id: 'o1',
    user_id: null,
    received: 0,
    awaited_deposit: 0,
    due_by_transfer: 80,
    transfers: [],
  } as const;
  const html = renderInStore(
    <PayByTransfer
      order={{ ...order, closed_payments: [], transfers: [] }}
      bankDetails=""
      readAgain={async () => {}}
    />,
    inkthread,
  );
  expect(html).toMatch(/as the reference: <span class="whitespace-nowrap[^"]*">IN-000012</);
});
