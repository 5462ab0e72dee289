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

/** A stored line, or undefined unless it has a product with an id and a numeric quantity above 0 (spec section 5). */
function lineOf(stored: unknown): CartLine | undefined {
  if (!isObject(stored) || !isObject(stored.product)) return undefined;
  const { product, quantity } = stored;
  const hasId = (typeof product.id === 'string' && product.id !== '') || typeof product.id === 'number';
  if (!hasId || typeof quantity !== 'number' || !Number.isFinite(quantity) || quantity <= 0) return undefined;
  const options = Object.fromEntries(
    (['selectedColor', 'selectedSize', 'selected_type', 'customizationId'] as const)
      .filter((name) => text(stored[name]) !== '')
      .map((name) => [name, text(stored[name])]),
  );
  return {
    product: productOf(product),
    quantity: Math.max(1, Math.floor(quantity)),
    ...options,
    ...('customizationId' in options ? designOf(stored) : {}),
  };
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
    // The database reads the document again, so it is passed on as it is.
    ...(isObject(design) ? { design: design as NonNullable<CartLine['design']> } : {}),
    ...(text(preview) !== '' ? { preview: text(preview) } : {}),
  };
}

/** The lines of a stored cart; what cannot be read as a line is dropped, a cart that is no JSON is empty. */
export function readCart(stored: string | null): CartLine[] {
  if (!stored) return [];
  try {
    const parsed: unknown = JSON.parse(stored);
    return Array.isArray(parsed) ? parsed.map(lineOf).filter((line) => line !== undefined) : [];
  } catch {
    return [];
  }
}

/** What to store for a cart; null when it is empty and its place is to be removed. */
export function writeCart(lines: readonly CartLine[]): string | null {
  return lines.length === 0 ? null : JSON.stringify(lines);
}
