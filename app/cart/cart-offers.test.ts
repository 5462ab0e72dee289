import { describe, expect, it } from 'vitest';
import type { CartLine } from './cart-line.ts';
import { linesFromAddress, pricedCart } from './cart-offers.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

describe('lines of a cart in an address', () => {
  it('are products, their variants and quantities', () => {
    expect(linesFromAddress(`${id(1)}.${id(2)}.3,${id(4)}..1`)).toEqual([
      { product_id: id(1), variant_id: id(2), quantity: 3 },
      { product_id: id(4), quantity: 1 },
    ]);
  });

  it.each(['', 'x', `${id(1)}..0`, `${id(1)}..1000`, `${id(1)}`, `${id(1)}.x.1`])(
    'are not read from “%s”',
    (text) => {
      expect(linesFromAddress(text)).toEqual([]);
    },
  );

  it('are a hundred at most', () => {
    expect(
      linesFromAddress(
        Array(101)
          .fill(`${id(1)}..1`)
          .join(),
      ),
    ).toHaveLength(100);
  });
});

describe('the offers of a cart', () => {
  it('are in piastres by line, and take nothing off a line with a design', () => {
    const lines = [{ quantity: 1 }, { quantity: 1, customizationId: id(9) }, { quantity: 2 }] as CartLine[];
    const offer = { offer_id: id(5), name: 'Ten percent', translations: {} };
    expect(
      pricedCart(lines, {
        lines: [{ offered: 10.5 }, { offered: 2 }],
        offers: [{ ...offer, amount: 12.5 }],
        nearly: [{ ...offer, missing_pieces: 1, missing_amount: 0 }],
      }),
    ).toEqual({
      byLine: [1050, 0, 200],
      applied: [{ id: id(5), name: 'Ten percent', amount: 1250 }],
      nearly: [{ id: id(5), name: 'Ten percent', pieces: 1, amount: 0 }],
    });
  });
});
