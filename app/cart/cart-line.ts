import type { Json } from '#app/lib/database.types.ts';
import type { Category } from '#app/product/product.ts';
import type { ChosenOptions } from '#app/product/product-options.ts';
import type { Prints } from './unit-price.ts';

/** The product as the cart keeps it (spec section 3). Amounts are pounds. */
export interface CartProduct {
  id: string;
  name: string;
  price: number;
  images: string[];
  description: string;
  category_id: string;
  featured: boolean;
  is_new: boolean;
  discount: number;
  category: Category;
  unit: string;
  stock: number;
  created_at: string;
  updated_at: string;
}

/** A line of the cart. Product, options and customization together say which line it is. */
export interface CartLine {
  product: CartProduct;
  quantity: number;
  selectedColor?: string;
  selectedSize?: string;
  selected_type?: string;
  /** The values of further options by their names, such as the device of a case. */
  selectedOptions?: Record<string, string>;
  /** The variant that these options are; a cart of before has none. */
  variantId?: string;
  customizationId?: string;
  /** What is printed on it; `product.price` holds the whole price of one piece. */
  prints?: Prints;
  /** The design's document, as long as it is not stored under its customizationId: a guest's. */
  design?: { [key: string]: Json | undefined };
  /** Path of the design's stored preview. */
  preview?: string;
}

const garmentMark = 'garment:';

/** The id that a garment of the designer's own has in the cart in place of a product's. */
export const garmentProductId = (garment: string): string => `${garmentMark}${garment}`;

/** Whether a line is a garment of the designer's own, not a product of the shop. */
export const isOwnGarment = ({ product }: Pick<CartLine, 'product'>): boolean =>
  product.id.startsWith(garmentMark);

/** Equal for lines with the same product and the same options, and only for those. */
export function lineIdentity(line: Omit<CartLine, 'quantity'>): string {
  const { product, selectedColor, selectedSize, selected_type, selectedOptions, customizationId } = line;
  return JSON.stringify([
    product.id,
    selectedColor ?? '',
    selectedSize ?? '',
    selected_type ?? '',
    customizationId ?? '',
    ...Object.entries(selectedOptions ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}

/** The options of a line as products have them. */
export function optionsOf(line: Omit<CartLine, 'quantity'>): ChosenOptions {
  const { selectedColor: color = '', selectedSize: size = '', selected_type: type = '' } = line;
  const others = Object.entries(line.selectedOptions ?? {}).map(([name, value]) => [`:${name}`, value]);
  return { color, size, type, ...Object.fromEntries(others) };
}

/** What a line takes of the store's stock: lines of one variant share it, whatever is printed on them. */
const variantIdentity = (line: Omit<CartLine, 'quantity'>) => lineIdentity({ ...line, customizationId: '' });

/** How many of a line can be had: its variant's stock less what other lines of that take. */
export function roomFor(lines: readonly CartLine[], line: Omit<CartLine, 'quantity'>): number {
  const identity = lineIdentity(line);
  const taken = lines
    .filter((other) => variantIdentity(other) === variantIdentity(line) && lineIdentity(other) !== identity)
    .reduce((sum, other) => sum + other.quantity, 0);
  return Math.max(0, line.product.stock - taken);
}

/** The lines with some more of one: a known line grows, a new one is put at the end; never beyond the stock. */
export function withMore(
  lines: readonly CartLine[],
  line: Omit<CartLine, 'quantity'>,
  quantity: number,
): CartLine[] {
  const identity = lineIdentity(line);
  const known = lines.find((other) => lineIdentity(other) === identity);
  const wanted = Math.min((known?.quantity ?? 0) + quantity, roomFor(lines, line));
  if (wanted < 1) return lines.filter((other) => other !== known);
  const changed = { ...line, quantity: wanted };
  return known ? lines.map((other) => (other === known ? changed : other)) : [...lines, changed];
}

/** The lines with one set to a quantity, capped at the stock; 0 takes it out. */
export function withQuantity(lines: readonly CartLine[], identity: string, quantity: number): CartLine[] {
  return lines.flatMap((line) => {
    if (lineIdentity(line) !== identity) return [line];
    const capped = Math.min(Math.floor(quantity), roomFor(lines, line));
    return capped < 1 ? [] : [{ ...line, quantity: capped }];
  });
}

/** A guest's lines brought into a customer's: equal ones add up, capped at the stock, empty ones go (spec section 4). */
export function mergeLines(own: readonly CartLine[], guest: readonly CartLine[]): CartLine[] {
  return guest
    .reduce<CartLine[]>((lines, { quantity, ...line }) => withMore(lines, line, quantity), [...own])
    .filter((line) => line.quantity > 0);
}

/** How many of a line there are, by its identity. */
export function quantityOf(lines: readonly CartLine[], identity: string): number {
  return lines.find((line) => lineIdentity(line) === identity)?.quantity ?? 0;
}

/** The lines less what was taken of them; what has come in besides stays. */
export function withoutLines(lines: readonly CartLine[], taken: readonly CartLine[]): readonly CartLine[] {
  if (!taken.some((line) => quantityOf(lines, lineIdentity(line)) > 0)) return lines;
  return lines.flatMap((line) => {
    const left = line.quantity - quantityOf(taken, lineIdentity(line));
    return left > 0 ? [{ ...line, quantity: left }] : [];
  });
}

/** How many things are in the cart. */
export function countOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
