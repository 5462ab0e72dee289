import type { AttributeValue } from './attributes.ts';
import type { ColumnName } from './product-columns.ts';
import type { OtherOption } from './product-options.ts';

/** A category, normalized (docs/product.md, Products). */
export interface Category {
  id: string;
  /** The part of its page's path that names it in the page's language. */
  slug: string;
  name: string;
  description: string;
  /** Picture URL, or ''. */
  image: string;
  created_at: string;
  tenant_id: string;
}

/** A product, normalized from any row shape (docs/product.md, Products). Amounts are pounds, as in the database. */
export interface Product
  extends Record<ColumnName<'text' | 'list' | 'option'>, string>,
    Record<ColumnName<'addresses'>, string[]> {
  id: string;
  /** The part of its page's path that names it in the page's language. */
  slug: string;
  price: number;
  /** Percentage, shown when there is no original price. */
  discount: number;
  stock: number;
  category_id: string;
  category: Category;
  /** Price before the discount; null when there is none. */
  original_price: number | null;
  originalPrice: number | null;
  featured: boolean;
  is_new: boolean;
  isNew: boolean;
  /** Whether it comes back when sold out. */
  restocks: boolean;
  /** Options besides color, size and type; empty when the row does not embed them. */
  otherOptions: OtherOption[];
  /** Values by attribute id. */
  attributes: Record<string, AttributeValue>;
  /** Average of the published reviews, 1 to 5; null without reviews. */
  rating: number | null;
  review_count: number;
  created_at: string;
  updated_at: string;
  /** Incremented on every change except sales. */
  version: number;
  tenant_id: string;
}

/** The fields of a product card. Kept small, as a page carries cards both as HTML and as data. */
export interface CardProduct {
  id: string;
  slug: string;
  version: number;
  name: string;
  /** Lowest price of its variants in stock; of all when everything is sold out. */
  price: number;
  /** Whether other variants cost more. */
  from: boolean;
  originalPrice: number | null;
  discount: number;
  images: string[];
  stock: number;
  isNew: boolean;
  category: string;
  /** Whether an option must be selected before adding to the cart. */
  hasOptions: boolean;
  /** Number of colors. */
  colors: number;
  /** CSS backgrounds of the first colors, when there are several. */
  swatches: string[];
  /** Attributes shown on cards, such as '2–5 players'. */
  facts: string[];
  /** Variant of the card, when the card shows a single one. */
  variantId?: string;
  /** On a wishlist: whether it comes back when sold out. */
  restocks?: boolean;
  rating: number | null;
  reviewCount: number;
}
