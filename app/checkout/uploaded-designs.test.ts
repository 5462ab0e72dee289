import { describe, expect, it } from 'vitest';
import type { CartLine } from '#app/cart/cart-line.ts';
import { parseLines } from '#app/cart/cart-storage.ts';
import { withPendingDesigns, withUploadedDesigns } from './uploaded-designs.ts';

function line(customizationId: string, more: Partial<CartLine> = {}): CartLine {
  const product = { id: 'garment:Hoodie', name: 'Hoodie', price: 200, stock: 9 };
  const [made] = parseLines([{ product, quantity: 1, customizationId }]);
  if (!made) throw new Error('a valid line was dropped');
  return { ...made, ...more };
}

const drawn = line('a', { design: { source: 'local:1' } });
const stored = { ...drawn, design: { source: 'designs:1' }, preview: 'inkthread/u/1.webp' };

describe('guest designs uploaded at checkout', () => {
  it('are those only in this browser that were not tried yet', () => {
    const lines = [line('plain'), drawn, stored];
    expect(withPendingDesigns(lines, [])).toEqual([drawn]);
    const [{ product: own } = drawn] = lines;
    const identity = JSON.stringify([own.id, '', '', '', 'a']);
    expect(withPendingDesigns(lines, [identity])).toEqual([]);
  });

  it('are merged into the current lines: additions, removals and quantities stay', () => {
    const added = line('b');
    const grown = { ...drawn, quantity: 3 };
    expect(withUploadedDesigns([added, grown], [stored])).toEqual([added, { ...stored, quantity: 3 }]);
    const without = [added];
    expect(withUploadedDesigns(without, [stored])).toBe(without);
  });

  it('stay as another tab has stored them', () => {
    const others = { ...stored, preview: 'inkthread/u/2.webp' };
    const lines = [others];
    expect(withUploadedDesigns(lines, [stored])).toBe(lines);
  });
});
