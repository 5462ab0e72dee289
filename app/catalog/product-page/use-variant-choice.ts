import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { readDevice, writeDevice } from '#app/product/device.ts';
import type { Product } from '#app/product/product.ts';
import {
  type ChosenOptions,
  type OptionKey,
  type ProductOption,
  productOptions,
  resolveOptions,
} from '#app/product/product-options.ts';
import { variantParameter } from '#app/product/variant-address.ts';
import {
  chosenVariant,
  pictureOf,
  possibleVariants,
  productForChoice,
  type ShownProduct,
  soldOutValues,
  type Variant,
} from '#app/product/variants.ts';

/** The chosen options and the product as shown for them. */
export interface VariantChoice {
  options: (ProductOption & { soldOut: ReadonlySet<string> })[];
  chosen: ChosenOptions;
  choose: (key: OptionKey, value: string) => void;
  /** The chosen variant, once every option has a choice. */
  variant: Variant | undefined;
  /** Whether the store sells the choice, in stock or not. */
  isSold: boolean;
  /** The product with the price, stock and picture of the choice. */
  shown: ShownProduct;
  /** URL of the picture of the choice, or ''. */
  picture: string;
}

const typeFirst = (options: readonly ProductOption[]) => [
  ...options.filter(({ key }) => key === 'type'),
  ...options.filter(({ key }) => key !== 'type'),
];

interface ChoiceOptions {
  /** The initial choice, such as the variant named in the URL. */
  start?: Variant;
  /** Options picked without a variant yet, as {@link pickedIn} reads them. */
  picked?: Partial<ChosenOptions>;
  /** Called with the chosen variant (undefined while an option is open) and the picked options. */
  onChoose?: (variant: Variant | undefined, picked: Partial<ChosenOptions>) => void;
}

/**
 * State of a product's options; the offered variants may change meanwhile. If a brand's products are made for a device,
 * that option is first, stored and preselected.
 */
export function useVariantChoice(
  product: Product,
  variants: readonly Variant[],
  { start, picked: earlier, onChoose }: ChoiceOptions = {},
): VariantChoice {
  const { productsOptions, design } = useBrand();
  const isMadeFor = design.madeFor !== undefined;
  const [picked, setPicked] = useState<Partial<ChosenOptions>>(start?.options ?? earlier ?? {});
  const offered = productOptions(product, productsOptions);
  const options = isMadeFor ? typeFirst(offered) : offered;
  useEffect(() => {
    const device = isMadeFor && readDevice();
    if (device) setPicked((now) => (now.type ? now : { ...now, type: device }));
  }, [isMadeFor]);
  const chosen = resolveOptions(options, picked);
  return {
    options: options.map((option) => ({
      ...option,
      soldOut: soldOutValues(variants, chosen, option.key, option.values),
    })),
    chosen,
    choose: (key, value) => {
      const nextPicked = { ...picked, [key]: value };
      setPicked(nextPicked);
      if (isMadeFor && key === 'type') writeDevice(value);
      onChoose?.(chosenVariant(variants, resolveOptions(options, nextPicked)), nextPicked);
    },
    variant: chosenVariant(variants, chosen),
    isSold: possibleVariants(variants, chosen).length > 0,
    shown: productForChoice(product, variants, chosen),
    picture: pictureOf(variants, chosen),
  };
}

/**
 * Replaces the variant in the page's URL without a navigation, so that a reload or a shared link shows the same one.
 * Saves the picked options in the history entry, so that going back restores them.
 */
export function keepChoiceInHistory(variant: Variant | undefined, picked: Partial<ChosenOptions>): void {
  const address = new URL(location.href);
  address.searchParams.delete(variantParameter);
  if (variant) address.searchParams.set(variantParameter, variant.id);
  // The router stores a location's state as `usr`.
  history.replaceState({ ...history.state, usr: { ...history.state?.usr, picked } }, '', address);
}

/** The options picked on a product page, from its location state. */
export function pickedIn(state: unknown): Partial<ChosenOptions> {
  const { picked } = (state ?? {}) as { picked?: Partial<ChosenOptions> };
  return picked ?? {};
}
