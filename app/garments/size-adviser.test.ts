import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviseSize, bodyRange, type Fit, measureFor } from './size-adviser.ts';
import { sizeChartOf, sizesOf } from './size-charts.ts';
import { GARMENT_TYPES } from './types.ts';

describe('the size adviser', () => {
  it('asks for the waist of trousers, the chest of shirts and the shoulders of jackets', () => {
    expect(['Jeans', 'Shorts', 'Hoodie', 'Polo Shirt', 'Jacket', 'Other'].map(measureFor)).toEqual([
      ...['waist', 'waist', 'chest', 'chest', 'shoulder', 'shoulder'],
    ]);
  });

  it.each([
    ['Hoodie', 96, 'regular', 'M'],
    ['Hoodie', 100, 'regular', 'L'],
    ['Hoodie', 100, 'close', 'M'],
    ['Hoodie', 100, 'loose', 'XL'],
    ['Jeans', 82, 'regular', '30'],
    ['Jeans', 95, 'regular', '38'],
    ['Jacket', 45, 'regular', 'M'],
  ] as const)('advises on a %s for %d cm, %s: %s', (garment, centimetres, fit, size) => {
    expect(adviseSize(garment, centimetres, fit)).toMatchObject({ size, outOfRange: null });
  });

  it('reports a size between two, and when no size fits', () => {
    expect(adviseSize('Hoodie', 98, 'regular')).toMatchObject({ size: 'M', nextSizeUp: 'L', room: 14 });
    expect(adviseSize('Hoodie', 150, 'regular')).toMatchObject({ size: 'XXL', outOfRange: 'largest' });
    expect(adviseSize('Hoodie', 70, 'regular')).toMatchObject({ size: 'M', outOfRange: 'smallest' });
  });

  it('chooses among the available sizes', () => {
    expect(adviseSize('Hoodie', 96, 'regular', ['XL', 'XXL'])?.size).toBe('XL');
    expect(adviseSize('Hoodie', 96, 'regular', ['One size'])?.size).toBe('M');
  });

  it.each([
    [9, 'M', 'smallest'],
    [45, 'M', 'smallest'],
    [180, 'XXL', 'largest'],
    [900, 'XXL', 'largest'],
  ])('handles %d cm, which nobody measures', (centimetres, size, outOfRange) => {
    expect(adviseSize('Hoodie', centimetres, 'regular')).toMatchObject({ size, outOfRange });
  });

  it.each([Number.NaN, 0, -90, Number.POSITIVE_INFINITY])('has no advice for %d', (centimetres) => {
    expect(adviseSize('Hoodie', centimetres, 'regular')).toBeNull();
  });

  it('handles every measurement between two sizes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GARMENT_TYPES),
        fc.double({ min: 1, max: 400, noNaN: true }),
        fc.subarray(['XS', 'S', 'M', 'L', 'XL', 'XXL', '30', '34', 'One size']),
        (garment, centimetres, offered) => {
          expect(adviseSize(garment, centimetres, 'regular', offered)).not.toBeNull();
        },
      ),
    );
  });

  it('never recommends a smaller size for a larger body or a looser fit', () => {
    const fits: Fit[] = ['close', 'regular', 'loose'];
    fc.assert(
      fc.property(fc.constantFrom(...GARMENT_TYPES), fc.nat(1000), fc.nat(1000), (garment, one, other) => {
        const [least, most] = bodyRange[measureFor(garment)];
        const body = (share: number) => least + ((most - least) * share) / 1000;
        const [small, large] = [Math.min(one, other), Math.max(one, other)].map(body);
        const sizes = sizesOf(garment);
        const rank = (centimetres: number, fit: Fit) =>
          sizes.indexOf(adviseSize(garment, centimetres, fit)?.size ?? '');
        for (const fit of fits) expect(rank(small ?? 0, fit)).toBeLessThanOrEqual(rank(large ?? 0, fit));
        const ranks = fits.map((fit) => rank(small ?? 0, fit));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(ranks.every((at) => at >= 0 && at < sizeChartOf(garment).rows.length)).toBe(true);
      }),
    );
  });
});
