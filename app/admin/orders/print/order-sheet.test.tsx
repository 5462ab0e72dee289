import { expect, it } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import type { OrderWithLines } from '../data/read-admin-orders.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { SheetItem } from './order-sheet.tsx';

const line = {
  name: 'Hoodie',
  color: 'white',
  size: 'XL',
  words: {},
} as OrderWithLines['order_lines'][number];

it('an item on a printed sheet says whether it has a design', () => {
  expect(renderInStore(<SheetItem line={line} />, inkthread)).toContain('White\u00a0· XL<');
  const printed = renderInStore(<SheetItem line={{ ...line, has_design: true }} />, inkthread);
  expect(printed).toContain('White\u00a0· XL\u00a0· With your design<');
});

const sold = {
  status: 'delivered',
  payment_status: 'paid',
  payment_method: 'cash_on_delivery',
  shipping_method: 'standard',
  number: 'IN-1',
  created_at: '2026-03-05T12:00:00Z',
  address: {},
  subtotal: 100,
  discount_total: 0,
  manual_discount: 0,
  points_value: 0,
  shipping_total: 30,
  total: 130,
  charged: 130,
  tax_rate: 0,
  order_lines: [] as OrderWithLines['order_lines'],
  invoices: [] as OrderWithLines['invoices'],
} as Partial<OrderWithLines> as OrderWithLines;

it.each([
  ['cancelled', 'unpaid', 'Invoice: Cancelled'],
  ['returned', 'refunded', 'Invoice: Returned'],
  ['refused', 'unpaid', 'Invoice: Not accepted'],
] as const)(
  'the invoice of an order that is %s and %s says so, and asks for nothing',
  (status, payment, title) => {
    const order = { ...sold, status, payment_status: payment, charged: 0 };
    const printed = renderInStore(<InvoiceSheet order={order} />, inkthread);
    expect(printed).toContain(`>${title}</h2>`);
    expect(printed).toContain('−130 EGP');
    expect(printed).toContain('Nothing to pay');
  },
);

it('the invoice of an order that costs what it was sold for has one total', () => {
  const printed = renderInStore(<InvoiceSheet order={sold} />, inkthread);
  expect(printed).toContain('>Invoice</h2>');
  expect(printed).not.toContain('Costs now');
});

it('an invoice says what was taken off since the order, and what it costs now', () => {
  const printed = renderInStore(<InvoiceSheet order={{ ...sold, charged: 99.5 }} />, inkthread);
  expect(printed).toContain('Taken off since');
  expect(printed).toContain('−30.50 EGP');
  expect(printed).toContain('99.50 EGP');
});

it('an invoice has the numbers of the papers that were issued, and the tax that a registered store contains', () => {
  const taxed = { ...line, id: '1', net: 100, unit_price: 100, total: 100, tax_share: 12.28, edit_id: null };
  const order = {
    ...sold,
    tax_rate: 0.14,
    shipping_tax: 3.68,
    order_lines: [taxed],
    invoices: [
      { kind: 'invoice' as const, code: 'INV-2026-000012' },
      { kind: 'credit_note' as const, code: 'CRN-2026-000003' },
    ],
  };
  const printed = renderInStore(<InvoiceSheet order={order} />, inkthread);
  expect(printed).toContain('INV-2026-000012, CRN-2026-000003');
  expect(printed).toContain('Contains VAT');
  expect(printed).toContain('15.96 EGP');
  expect(renderInStore(<InvoiceSheet order={sold} />, inkthread)).not.toContain('Contains VAT');
});
