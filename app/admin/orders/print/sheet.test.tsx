import { expect, it } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import type { OrderWithLines } from '../data/read-admin-orders.ts';
import { Invoice } from './invoice.tsx';
import { SheetItem } from './sheet.tsx';

const line = { name: 'Hoodie', color: 'white', size: 'XL' } as OrderWithLines['order_lines'][number];

it('an item on a printed sheet says whether it has a design', () => {
  expect(renderInStore(<SheetItem line={line} />, inkthread)).toContain('White\u00a0· XL<');
  const printed = renderInStore(<SheetItem line={{ ...line, customization_id: 'd1' }} />, inkthread);
  expect(printed).toContain('White\u00a0· XL\u00a0· With your design<');
});

it.each([
  ['cancelled', 'unpaid', 'Invoice: Cancelled', 'Nothing to pay'],
  ['returned', 'refunded', 'Invoice: Returned', 'Paid after that'],
  ['delivered', 'paid', 'Invoice', ''],
] as const)('the invoice of an order that is %s and %s says so', (status, payment, title, end) => {
  const order = {
    status,
    payment_status: payment,
    payment_method: 'cash_on_delivery',
    shipping_method: 'standard',
    number: 'IN-1',
    created_at: '2026-03-05T12:00:00Z',
    address: {},
    subtotal: 100,
    discount_total: 0,
    points_value: 0,
    shipping_total: 30,
    total: 130,
    order_lines: [] as OrderWithLines['order_lines'],
  } as Partial<OrderWithLines> as OrderWithLines;
  const printed = renderInStore(<Invoice order={order} />, inkthread);
  expect(printed).toContain(`>${title}</h2>`);
  expect(printed.includes('−130 EGP')).toBe(end !== '');
  expect(printed).toContain(end);
});
