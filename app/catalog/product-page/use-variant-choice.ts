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
import { variantParameter } from '#app/product/variant-address.ts';
import {
  asChosen,
  chosenVariant,
  pictureOf,
  type ShownProduct,
  soldOutValues,
  type Variant,
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
  shown: ShownProduct;
  /** Address of the picture that shows what is chosen, or ''. */
  picture: string;
}

const typeFirst = (options: readonly ProductOption[]) => [
  ...options.filter(({ key }) => key === 'type'),
  ...options.filter(({ key }) => key !== 'type'),
];

interface ChoiceOptions {
  /** What is chosen already, such as the variant that the address named. */
  start?: Variant;
  /** Hears of every choice: of the variant that it is, or of none while an option is open. */
  onChoose?: (variant: Variant | undefined) => void;
}

/**
 * The choice of a product's options; what is offered may change meanwhile. Where a brand's products are made for something
 * that the shopper owns, that is asked first, remembered, and chosen already the next time.
 */
export function useVariantChoice(
  product: Product,
  variants: readonly Variant[],
  { start, onChoose }: ChoiceOptions = {},
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
      onChoose?.(chosenVariant(variants, chosenOptions(options, wanted)));
    },
    variant: chosenVariant(variants, chosen),
    shown: asChosen(product, variants, chosen),
    picture: pictureOf(variants, chosen),
  };
}

/**
 * Puts the chosen variant into the page's address, in place of the one before and without a visit: reloaded or sent to
 * somebody, the page shows the same.
 */
export function nameVariant(variant: Variant | undefined): void {
  const address = new URL(location.href);
  address.searchParams.delete(variantParameter);
  if (variant) address.searchParams.set(variantParameter, variant.id);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
