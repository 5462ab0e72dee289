import type { PersistStorage, StorageValue } from 'zustand/middleware';
import { browserStorage } from '#app/lib/browser-storage.ts';
import type { CartLine, CartProduct } from './cart-line.ts';

type Stored = Record<string, unknown>;

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function productOf(stored: Stored): CartProduct {
  const category = isObject(stored.category) ? stored.category : {};
  return {
    id: String(stored.id),
    name: text(stored.name),
    price: number(stored.price),
    images: texts(stored.images),
    description: text(stored.description),
    category_id: text(stored.category_id),
    featured: stored.featured === true,
    is_new: stored.is_new === true,
    discount: number(stored.discount),
    category: {
      id: text(category.id),
      name: text(category.name) || 'Uncategorized',
      description: text(category.description),
      image: text(category.image),
      created_at: text(category.created_at),
      tenant_id: text(category.tenant_id),
    },
    unit: text(stored.unit),
    stock: number(stored.stock),
    created_at: text(stored.created_at),
    updated_at: text(stored.updated_at),
  };
}

/**
 * Parses a stored line; undefined unless it has a product with an id and a quantity above 0 (docs/product.md, Cart).
 */
function lineOf(stored: unknown): CartLine | undefined {
  if (!isObject(stored) || !isObject(stored.product)) return undefined;
  const { product, quantity } = stored;
  const hasId = (typeof product.id === 'string' && product.id !== '') || typeof product.id === 'number';
  if (!hasId || typeof quantity !== 'number' || !Number.isFinite(quantity) || quantity <= 0) return undefined;
  const options = Object.fromEntries(
    (['selectedColor', 'selectedSize', 'selected_type', 'customizationId', 'variantId'] as const)
      .filter((name) => text(stored[name]) !== '')
      .map((name) => [name, text(stored[name])]),
  );
  return {
    product: productOf(product),
    quantity: Math.max(1, Math.floor(quantity)),
    ...options,
    ...furtherOptions(stored.selectedOptions),
    ...(texts(stored.madeFor).length > 0 && { madeFor: texts(stored.madeFor) }),
    ...('customizationId' in options ? designOf(stored) : {}),
  };
}

function furtherOptions(stored: unknown): Pick<CartLine, 'selectedOptions'> {
  const validOptions = Object.entries(isObject(stored) ? stored : {}).flatMap(([name, value]) =>
    text(value) ? [[name, text(value)] as const] : [],
  );
  return validOptions.length > 0 ? { selectedOptions: Object.fromEntries(validOptions) } : {};
}

function designOf({ prints, design, preview }: Stored): Pick<CartLine, 'prints' | 'design' | 'preview'> {
  return {
    ...(isObject(prints)
      ? {
          prints: {
            garment: text(prints.garment),
            texts: Math.max(0, number(prints.texts)),
            images: Math.max(0, number(prints.images)),
          },
        }
      : {}),
    // Passed through as stored; the database validates it.
    ...(isObject(design) ? { design: design as NonNullable<CartLine['design']> } : {}),
    ...(text(preview) !== '' ? { preview: text(preview) } : {}),
  };
}

/** Parses a stored list; invalid lines are dropped (docs/product.md, Cart). */
export function parseLines(stored: unknown): CartLine[] {
  return Array.isArray(stored) ? stored.map(lineOf).filter((line) => line !== undefined) : [];
}

/** Storage key of a cart: one per tenant and person, or the tenant's guest (docs/product.md, Cart). */
export function cartKey(tenantId: string, userId: string | null): string {
  return `souk-cart-${tenantId}-${userId ?? 'guest'}`;
}

export interface PersistedCart {
  lines: readonly CartLine[];
}

/** Version of the stored format. Version 0 was a bare array of lines. */
export const cartVersion = 1;

/** Parses a stored cart of any version; null when it is missing or invalid. */
function parseCart(text: string | null): StorageValue<PersistedCart> | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (Array.isArray(stored)) return { state: { lines: parseLines(stored) }, version: 0 };
    if (!isObject(stored) || !isObject(stored.state)) return null;
    return { state: { lines: parseLines(stored.state.lines) }, version: number(stored.version) };
  } catch {
    return null;
  }
}

/** Storage adapter: drops invalid lines on reading and removes an empty cart (docs/product.md, Cart). */
export const cartStorage: PersistStorage<PersistedCart, void> = {
  getItem: (key) => parseCart(browserStorage(key).read()),
  setItem: (key, value) =>
    browserStorage(key).write(value.state.lines.length === 0 ? null : JSON.stringify(value)),
  removeItem: (key) => browserStorage(key).write(null),
};
