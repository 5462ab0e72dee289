import { expect, it } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import type { OrderWithLines } from '../data/read-admin-orders.ts';
import { SheetItem } from './order-sheet.tsx';

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
