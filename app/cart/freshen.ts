import { toPiastres } from '#app/lib/money.ts';
import type { CartLine } from './cart-line.ts';

/** What the store says now of a product that a cart holds. Price in pounds. */
export interface FreshProduct {
  id: string;
  name: string;
  price: number;
  stock: number;
  images: string[];
}

/** One thing that is different from when the line was put into the cart. Prices in piastres. */
export type CartChange =
  | { kind: 'price'; name: string; before: number; now: number }
  | { kind: 'stock'; name: string; left: number }
  | { kind: 'sold-out' | 'gone'; name: string };

/** Brings kept lines up to date with the store and tells what changed, line by line. */
export function freshen(
  lines: readonly CartLine[],
  products: readonly FreshProduct[],
): { lines: CartLine[]; changes: CartChange[] } {
  const byId = new Map(products.map((product) => [product.id, product]));
  const left = new Map(products.map((product) => [product.id, product.stock]));
  const changes: CartChange[] = [];
  const fresh = lines.flatMap((line): CartLine[] => {
    const now = byId.get(line.product.id);
    if (!now) {
      changes.push({ kind: 'gone', name: line.product.name });
      return [];
    }
    const room = left.get(now.id) ?? 0;
    const quantity = Math.min(line.quantity, room);
    if (quantity < 1) {
      changes.push({ kind: 'sold-out', name: now.name });
      return [];
    }
    left.set(now.id, room - quantity);
    if (quantity < line.quantity) changes.push({ kind: 'stock', name: now.name, left: now.stock });
    const [before, after] = [toPiastres(line.product.price), toPiastres(now.price)];
    if (before !== after) changes.push({ kind: 'price', name: now.name, before, now: after });
    const { name, price, stock, images } = now;
    return [{ ...line, quantity, product: { ...line.product, name, price, stock, images } }];
  });
  return { lines: fresh, changes };
}
