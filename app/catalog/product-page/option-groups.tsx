import type { GarmentType } from '#app/garments/types.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { type OptionKey, optionKinds, otherName } from '#app/product/product-options.ts';
import { OptionGroup } from './option-group.tsx';
import type { VariantChoice } from './use-variant-choice.ts';

const requiredMessages = { color: 'chooseColor', size: 'chooseSize', type: 'chooseType' } as const;

type OptionGroupsProps = {
  choice: VariantChoice;
  /** Garment type of the size chart; null for products without one. */
  garment: GarmentType | null;
  /** CSS backgrounds of the product's colors. */
  swatches: Record<string, string>;
  /** Picture of the choice, shown beside the colors on phones, where the gallery is scrolled away; or ''. */
  picture?: string;
  /** True after a failed submit: missing choices show an error. */
  submitted: boolean;
};

/** The options of a product that have more than one value. */
export function OptionGroups({ choice, garment, swatches, picture = '', submitted }: OptionGroupsProps) {
  const { options, chosen, choose } = choice;
  const t = productTexts();
  const requiredMessage = (key: OptionKey) => {
    const kind = optionKinds.find((one) => one === key);
    return kind ? t(requiredMessages[kind]) : t('chooseOther', { option: otherName(key) ?? '' });
  };
  return options
    .filter(({ key, values }) => key !== 'type' || values.length > 1)
    .map(({ key, values, soldOut }) => (
      <OptionGroup
        key={key}
        option={key}
        values={values}
        chosen={chosen[key] ?? ''}
        onChoose={(value) => choose(key, value)}
        error={submitted && !chosen[key] ? requiredMessage(key) : undefined}
        garment={key === 'size' ? garment : null}
        swatches={key === 'color' ? swatches : {}}
        picture={key === 'color' && values.length > 1 ? picture : ''}
        soldOut={soldOut}
      />
    ));
}

/** Focuses the first option without a choice. Returns whether there is one. */
export function focusOpenOption(form: HTMLFormElement | null, { options, chosen }: VariantChoice): boolean {
  const open = options.find(({ key }) => !chosen[key])?.key;
  if (!open) return false;
  form?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(open)}"]`)?.focus();
  return true;
}
