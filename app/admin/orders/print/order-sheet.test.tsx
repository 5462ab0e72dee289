import { expect, it } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import type { OrderWithLines } from '../data/read-admin-orders.ts';
import { OrderSheet, SheetItem } from './order-sheet.tsx';

const line = {
  name: 'Hoodie',
  color: 'white',
  size: 'XL',
  words: {},
} as OrderWithLines['order_lines'][number];

it('an item on a printed sheet shows whether it has a design', () => {
  expect(renderInStore(<SheetItem line={line} />, inkthread)).toContain('White\u00a0· XL<');
  const printed = renderInStore(<SheetItem line={{ ...line, has_design: true }} />, inkthread);
  expect(printed).toContain('White\u00a0· XL\u00a0· With your design<');
});

it('a printed sheet names the seller as mails and invoices do, each fact in its own direction', () => {
  const order = {
    ...{ number: 'DW-4K7QM-0X9TB', invoices: [], created_at: '2026-11-30T10:00:00Z', is_test: false },
    ...{ shipping_method: 'standard', slot_date: null, address: { full_name: 'Mona', phone: '01001234567' } },
  } as Partial<OrderWithLines> as OrderWithLines;
  const seller = {
    ...{ name: 'Delta Trading LLC', address: '5 Talaat Harb, Cairo', taxNumber: '123-456-789' },
    ...{ phone: '+20 2 2736 0118', email: 'desk@delta.example' },
  };
  const sheet = (
    <OrderSheet
      order={order}
      letterhead={{ seller, name: 'DuoWorks', logo: '/logo.svg', hidesName: false, faultDays: 30 }}
      title="Slip"
      addressed="Ship to"
      columns={[]}
      rows={null}
    />
  );
  const printed = renderInStore(sheet, inkthread);
  expect(printed).toContain('DuoWorks');
  for (const fact of [
    'Delta Trading LLC',
    '5 Talaat Harb, Cairo',
    '+20\u00a02\u00a02736\u00a00118',
    'desk@delta.example',
  ])
    expect(printed).toContain(`<bdi>${fact}</bdi>`);
  expect(printed).toContain('Tax registration number 123-456-789');
});
