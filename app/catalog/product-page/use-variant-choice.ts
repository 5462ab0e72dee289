import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import type { Product } from '#app/product/product.ts';
import {
  type ChosenOptions,
  chosenOptions,
  type OptionKind,
  productOptions,
} from '#app/product/product-options.ts';
import { asChosen, pictureOf, soldOutValues, type Variant } from '#app/product/variants.ts';

/** What somebody chooses on a product's page, and what the page shows for it. */
export interface VariantChoice {
  options: { kind: OptionKind; values: string[]; soldOut: ReadonlySet<string> }[];
  chosen: ChosenOptions;
  choose: (kind: OptionKind, value: string) => void;
  /** The product with price, stock and picture of what is chosen. */
  shown: Product;
  /** Address of the picture that shows what is chosen, or ''. */
  picture: string;
}

/** The choice of a product's options; what is offered may change while the page is open. */
export function useVariantChoice(product: Product, variants: readonly Variant[]): VariantChoice {
  const { productsOptions } = useBrand();
  const [picked, setPicked] = useState<Partial<ChosenOptions>>({});
  const options = productOptions(product, productsOptions);
  const chosen = chosenOptions(options, picked);
  return {
    options: options.map(({ kind, values }) => ({
      ...{ kind, values },
      soldOut: soldOutValues(variants, chosen, kind, values),
    })),
    chosen,
    choose: (kind, value) => setPicked((now) => ({ ...now, [kind]: value })),
    shown: asChosen(product, variants, chosen),
    picture: pictureOf(variants, chosen),
  };
}
