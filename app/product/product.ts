import type { AttributeValue } from './attributes.ts';
import type { OptionField } from './option-fields.ts';
import type { OtherOption } from './product-options.ts';

/** A category as screens see it (spec section 3). */
export interface Category {
  id: string;
  name: string;
  description: string;
  /** Address of its picture, '' when it has none. */
  image: string;
  created_at: string;
  tenant_id: string;
}

/** A product as screens see it, whatever its row looked like (spec section 3). Amounts are pounds, as in the database. */
export interface Product extends Record<OptionField, string> {
  id: string;
  name: string;
  description: string;
  price: number;
  /** Percentage off, shown when there is no original price. */
  discount: number;
  images: string[];
  videos: string[];
  unit: string;
  stock: number;
  featured: boolean;
  category_id: string;
  category: Category;
  /** The struck price; null when there is none. */
  original_price: number | null;
  originalPrice: number | null;
  is_new: boolean;
  isNew: boolean;
  brand: string;
  /** Its options besides color, size and type; none where the row does not embed them. */
  otherOptions: OtherOption[];
  /** What it has of the store's attributes, by their ids. */
  attributes: Record<string, AttributeValue>;
  /** Mean of the approved reviews, 1 to 5; null without reviews. */
  rating: number | null;
  review_count: number;
  created_at: string;
  updated_at: string;
  /** Counts its changes, sales apart. */
  version: number;
  tenant_id: string;
}

/** What a product card needs, and no more: a page of cards travels twice, as HTML and as data. */
export interface CardProduct {
  id: string;
  version: number;
  name: string;
  /** The lowest price of what is sold of it. */
  price: number;
  /** Some of it costs more. */
  from: boolean;
  originalPrice: number | null;
  discount: number;
  /** The first two pictures. */
  images: string[];
  stock: number;
  isNew: boolean;
  category: string;
  /** An option must be chosen before it can go into the cart. */
  hasOptions: boolean;
  /** How many colours it comes in. */
  colors: number;
  /** CSS backgrounds of the first of them, where there are several. */
  swatches: string[];
  /** The attributes that the store shows on cards, such as '2–5 players'. */
  facts: string[];
  /** The variant that the card is of, where it is of one alone. */
  variantId?: string;
  rating: number | null;
  reviewCount: number;
}
