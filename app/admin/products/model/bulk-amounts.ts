import { toPiastres, toPounds } from '#app/lib/money.ts';
import { signedNumber } from '../../ui/edit/field-schemas.ts';
import type { ProductChange } from '../data/change-products.ts';

/** Returns the typed price change, or null when invalid. */
export function bulkPrice(by: string, text: string, strike: boolean): ProductChange | null {
  const value = signedNumber(text.trim().replace(/[%٪]$/, ''));
  if (Number.isNaN(value)) return null;
  if (by === 'set') return value >= 0 ? { kind: 'price', by, value, strike } : null;
  if (by === 'amount') return value !== 0 ? { kind: 'price', by, value, strike } : null;
  return value !== 0 && value >= -100 && value <= 1000
    ? { kind: 'price', by: 'percent', value, strike }
    : null;
}

/** Returns the typed cost in pounds, nothing to remove it; null when invalid. */
export function bulkCost(text: string): ProductChange | null {
  if (text.trim() === '') return { kind: 'cost', value: null };
  const value = signedNumber(text);
  const isAmount = value >= 0 && value <= 10_000_000 && toPounds(toPiastres(value)) === value;
  return isAmount ? { kind: 'cost', value } : null;
}

/** Returns the typed stock change, or null when invalid. */
export function bulkStock(by: string, text: string): ProductChange | null {
  const value = signedNumber(text);
  if (!Number.isInteger(value)) return null;
  if (by === 'set') return value >= 0 ? { kind: 'stock', by, value } : null;
  return value !== 0 ? { kind: 'stock', by: 'add', value } : null;
}
