import { describe, expect, it } from 'vitest';
import { garmentOf } from './garment-of.ts';
import { normaliseProduct } from './normalise-product.ts';

const garment = (row: Record<string, unknown>) => garmentOf(normaliseProduct(row));

describe('garmentOf', () => {
  it.each([
    [{ type: 'Hoodie', name: 'Block' }, 'Hoodie'],
    [{ type: '["Boxy T-shirt"]', name: 'Hoodie print' }, 'Boxy T-shirt'],
    [{ name: 'Heavy oversized tee' }, 'Oversized T-shirt'],
    [{ name: 'Ink', category: { id: '1', name: 'Hoodies' } }, 'Hoodie'],
    [{ name: 'Tees for two' }, 'Regular T-shirt'],
    [{ name: 'Cargo pants, wide' }, 'Cargo Pants'],
    [{ name: 'Steel bottle', category: 'Drinkware' }, null],
    [{ name: 'Catan' }, null],
    [{ name: 'Poloniex mug' }, null],
  ])('finds the garment of %j', (row, expected) => {
    expect(garment(row)).toBe(expected);
  });
});
