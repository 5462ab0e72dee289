import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import type { Product } from '#app/product/product.ts';
import {
  type ChosenOptions,
  chosenOptions,
  type OptionKey,
  type ProductOption,
  productOptions,
} from '#app/product/product-options.ts';
import {
  asChosen,
  chosenVariant,
  pictureOf,
  soldOutValues,
  type Variant,
  variantParameter,
} from '#app/product/variants.ts';
import { rememberedDevice } from '../remembered-device.ts';

/** What somebody chooses on a product's page, and what the page shows for it. */
export interface VariantChoice {
  options: (ProductOption & { soldOut: ReadonlySet<string> })[];
  chosen: ChosenOptions;
  choose: (key: OptionKey, value: string) => void;
  /** The variant that is chosen, once no option is open. */
  variant: Variant | undefined;
  /** The product with price, stock and picture of what is chosen. */
  shown: Product;
  /** Address of the picture that shows what is chosen, or ''. */
  picture: string;
}

const typeFirst = (options: readonly ProductOption[]) => [
  ...options.filter(({ key }) => key === 'type'),
  ...options.filter(({ key }) => key !== 'type'),
];

/**
 * The choice of a product's options; what is offered may change while the page is open. The page's address follows the
 * choice, without a visit: reloaded or sent to somebody, it shows the same. Where a brand's products are made for something
 * that the shopper owns, that is asked first, remembered, and chosen already on the next page.
 * @param start the variant that the address named.
 */
export function useVariantChoice(
  product: Product,
  variants: readonly Variant[],
  start?: Variant,
): VariantChoice {
  const { productsOptions, design } = useBrand();
  const isMadeFor = design.madeFor !== undefined;
  const [picked, setPicked] = useState<Partial<ChosenOptions>>(start?.options ?? {});
  const offered = productOptions(product, productsOptions);
  const options = isMadeFor ? typeFirst(offered) : offered;
  useEffect(() => {
    const device = isMadeFor && rememberedDevice().read();
    if (device) setPicked((now) => (now.type ? now : { ...now, type: device }));
  }, [isMadeFor]);
  const chosen = chosenOptions(options, picked);
  return {
    options: options.map((option) => ({
      ...option,
      soldOut: soldOutValues(variants, chosen, option.key, option.values),
    })),
    chosen,
    choose: (key, value) => {
      const wanted = { ...picked, [key]: value };
      setPicked(wanted);
      if (isMadeFor && key === 'type') rememberedDevice().write(value);
      nameVariant(chosenVariant(variants, chosenOptions(options, wanted)));
    },
    variant: chosenVariant(variants, chosen),
    shown: asChosen(product, variants, chosen),
    picture: pictureOf(variants, chosen),
  };
}

/** Puts the chosen variant into the page's address, in place of the one before. */
function nameVariant(variant: Variant | undefined): void {
  const address = new URL(location.href);
  address.searchParams.delete(variantParameter);
  if (variant) address.searchParams.set(variantParameter, variant.id);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
