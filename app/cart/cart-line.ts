import type { Json } from '#app/lib/database.types.ts';
import { optionsText } from '#app/lib/options-text.ts';
import { optionList } from '#app/product/parse-values.ts';
import type { Category, Product } from '#app/product/product.ts';
import { type ChosenOptions, type OptionKey, otherName } from '#app/product/product-options.ts';
import type { Prints } from './unit-price.ts';

/** The product fields stored in a cart (docs/product.md, Cart). Amounts are pounds. */
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
  category: Omit<Category, 'slug'>;
  unit: string;
  stock: number;
  created_at: string;
  updated_at: string;
}

/** A cart line, identified by product, options and customization. */
export interface CartLine {
  product: CartProduct;
  quantity: number;
  selectedColor?: string;
  selectedSize?: string;
  selected_type?: string;
  /** Values of further options by name, such as the device of a case. */
  selectedOptions?: Record<string, string>;
  /** Devices that the product is made for, if the shopper did not select one of them. */
  madeFor?: string[];
  /** The variant of these options; missing in carts stored by older versions. */
  variantId?: string;
  customizationId?: string;
  /** Printed design; `product.price` is then the full unit price. */
  prints?: Prints;
  /** The design document of a guest, which is not yet stored on the server. */
  design?: { [key: string]: Json | undefined };
  /** Storage path of the design's preview. */
  preview?: string;
}

const garmentMark = 'garment:';

/** Product id of a garment that exists only in the designer. */
export const garmentProductId = (garment: string): string => `${garmentMark}${garment}`;

/** Whether a line is a garment of the designer, not a product of the store. */
export const isOwnGarment = ({ product }: Pick<CartLine, 'product'>): boolean =>
  product.id.startsWith(garmentMark);

/**
 * Builds the cart line of a product with the chosen options (docs/product.md, Cart).
 * @param variantId the variant of these options
 */
export function cartLine(
  product: Product,
  chosen: ChosenOptions,
  variantId?: string,
): Omit<CartLine, 'quantity'> {
  const furtherOptions = (Object.keys(chosen) as OptionKey[]).flatMap((key) => {
    const name = otherName(key);
    return name && chosen[key] ? [[name, chosen[key]] as const] : [];
  });
  const madeFor = chosen.type ? [] : optionList(product.type);
  const { id, name, price, images, description, category_id, featured, is_new, discount, category } = product;
  const { unit, stock, created_at, updated_at } = product;
  return {
    product: {
      id,
      name,
      price,
      images,
      description,
      category_id,
      featured,
      is_new,
      discount,
      category,
      unit,
      stock,
      created_at,
      updated_at,
    },
    ...(chosen.color && { selectedColor: chosen.color }),
    ...(chosen.size && { selectedSize: chosen.size }),
    ...(chosen.type && { selected_type: chosen.type }),
    ...(furtherOptions.length > 0 && { selectedOptions: Object.fromEntries(furtherOptions) }),
    ...(madeFor.length > 0 && { madeFor }),
    ...(variantId && { variantId }),
  };
}

/** A key that is equal exactly for lines with the same product, options and customization. */
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

/** A line's options, keyed as in products. */
export function lineOptions(line: Omit<CartLine, 'quantity'>): ChosenOptions {
  const { selectedColor: color = '', selectedSize: size = '', selected_type: type = '' } = line;
  const others = Object.entries(line.selectedOptions ?? {}).map(([name, value]) => [`:${name}`, value]);
  return { color, size, type, ...Object.fromEntries(others) };
}

/** A line's option values as text: "White · XL"; with `more` at the end. */
export function lineOptionsText(
  line: Omit<CartLine, 'quantity'>,
  more?: string,
  shown?: (value: string) => string,
): string {
  const { selectedColor: color, selectedSize: size, selected_type: type, selectedOptions = {} } = line;
  const options = Object.entries(selectedOptions).map(([name, value]) => ({ name, value }));
  return optionsText({ color, size, type, options }, more, shown);
}

/** Lines of one variant share its stock, whatever is printed on them. */
const variantIdentity = (line: Omit<CartLine, 'quantity'>) => lineIdentity({ ...line, customizationId: '' });

/** Available quantity for a line: its variant's stock minus other lines of that variant. */
export function roomFor(lines: readonly CartLine[], line: Omit<CartLine, 'quantity'>): number {
  const identity = lineIdentity(line);
  const takenElsewhere = lines
    .filter((other) => variantIdentity(other) === variantIdentity(line) && lineIdentity(other) !== identity)
    .reduce((sum, other) => sum + other.quantity, 0);
  return Math.max(0, line.product.stock - takenElsewhere);
}

/** Adds a quantity to the matching line, or appends a new line; capped at the stock. */
export function withMore(
  lines: readonly CartLine[],
  line: Omit<CartLine, 'quantity'>,
  quantity: number,
): CartLine[] {
  const identity = lineIdentity(line);
  const existing = lines.find((other) => lineIdentity(other) === identity);
  const newQuantity = Math.min((existing?.quantity ?? 0) + quantity, roomFor(lines, line));
  if (newQuantity < 1) return lines.filter((other) => other !== existing);
  const changed = { ...line, quantity: newQuantity };
  return existing ? lines.map((other) => (other === existing ? changed : other)) : [...lines, changed];
}

/** Sets a line's quantity, capped at the stock; 0 removes the line. */
export function withQuantity(lines: readonly CartLine[], identity: string, quantity: number): CartLine[] {
  return lines.flatMap((line) => {
    if (lineIdentity(line) !== identity) return [line];
    const capped = Math.min(Math.floor(quantity), roomFor(lines, line));
    return capped < 1 ? [] : [{ ...line, quantity: capped }];
  });
}

/**
 * Replaces a line at its position, keeping its quantity up to the stock; adds it up with an equal line. Returns the
 * same array if the new line is out of stock.
 */
export function withReplaced(
  lines: readonly CartLine[],
  identity: string,
  line: Omit<CartLine, 'quantity'>,
): readonly CartLine[] {
  const index = lines.findIndex((other) => lineIdentity(other) === identity);
  const others = lines.filter((_, position) => position !== index);
  if (roomFor(others, line) < 1) return lines;
  const changed = withMore(others, line, lines[index]?.quantity ?? 1);
  const added = changed[others.length];
  return added && index >= 0 ? others.toSpliced(index, 0, added) : changed;
}

/** Merges a guest's lines into a customer's: equal lines add up, capped at the stock (docs/product.md, Cart). */
export function mergeLines(customer: readonly CartLine[], guest: readonly CartLine[]): CartLine[] {
  return guest
    .reduce<CartLine[]>((lines, { quantity, ...line }) => withMore(lines, line, quantity), [...customer])
    .filter((line) => line.quantity > 0);
}

/** Quantity of the line with an identity; 0 when there is none. */
export function quantityOf(lines: readonly CartLine[], identity: string): number {
  return lines.find((line) => lineIdentity(line) === identity)?.quantity ?? 0;
}

/** Subtracts quantities from the lines; lines added meanwhile stay. */
export function withoutLines(lines: readonly CartLine[], taken: readonly CartLine[]): readonly CartLine[] {
  if (!taken.some((line) => quantityOf(lines, lineIdentity(line)) > 0)) return lines;
  return lines.flatMap((line) => {
    const remaining = line.quantity - quantityOf(taken, lineIdentity(line));
    return remaining > 0 ? [{ ...line, quantity: remaining }] : [];
  });
}

/** Total number of items. */
export function countOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
