import type { GarmentType } from '#app/garments/types.ts';
import productMessages from '#app/i18n/messages/en/product.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type OptionKey, optionKinds, otherName } from '#app/product/product-options.ts';
import { OptionGroup } from './option-group.tsx';
import type { VariantChoice } from './use-variant-choice.ts';

const ask = { color: 'chooseColor', size: 'chooseSize', type: 'chooseType' } as const;

type OptionGroupsProps = {
  choice: VariantChoice;
  /** What kind of garment the sizes are of; null for what has no size chart. */
  garment: GarmentType | null;
  /** CSS backgrounds of the product's colours. */
  swatches: Record<string, string>;
  /** Somebody has tried to buy: what is still open is asked for. */
  asked: boolean;
};

/** All options of a product that leave a choice. */
export function OptionGroups({ choice, garment, swatches, asked }: OptionGroupsProps) {
  const { options, chosen, choose } = choice;
  const t = useTranslations('product', productMessages);
  const askFor = (key: OptionKey) => {
    const kind = optionKinds.find((one) => one === key);
    return kind ? t(ask[kind]) : t('chooseOther', { option: otherName(key) ?? '' });
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
        error={asked && !chosen[key] ? askFor(key) : undefined}
        garment={key === 'size' ? garment : null}
        swatches={key === 'color' ? swatches : {}}
        soldOut={soldOut}
      />
    ));
}

/** Focuses the first option that is still open, and answers whether there is one. */
export function focusOpenOption(form: HTMLFormElement | null, { options, chosen }: VariantChoice): boolean {
  const open = options.find(({ key }) => !chosen[key])?.key;
  if (!open) return false;
  form?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(open)}"]`)?.focus();
  return true;
}
