import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import type { GarmentType } from '#app/garments/types.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { productFieldsTexts } from '#app/i18n/texts/product-fields.ts';
import { type OptionKey, optionKinds, otherName } from '#app/product/product-options.ts';
import { SoldOutValue } from '#app/product/sold-out-value.tsx';
import { useShownValue } from '#app/store/root-data.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';

const SizeChartDialog = lazyWithRetry(() => import('#app/garments/size-chart-dialog.tsx'), {
  Failed: DialogLoadFailed,
});

type OptionGroupProps = {
  option: OptionKey;
  values: string[];
  chosen: string;
  onChoose: (value: string) => void;
  error?: string;
  /** Garment type of the size chart; null for products without one. */
  garment: GarmentType | null;
  /** CSS backgrounds of the color values. */
  swatches: Record<string, string>;
  /** Picture of the choice, shown beside the values on phones; or ''. */
  picture: string;
  /** Values that are unavailable with the other chosen options. */
  soldOut: ReadonlySet<string>;
};

function Swatch({ color, background }: { color: string; background: string }) {
  return (
    <span className="inline-flex items-center gap-2 align-top">
      <span
        aria-hidden="true"
        style={{ background }}
        className="size-5 shrink-0 rounded-full border border-line-strong"
      />
      <span className="inline-block first-letter:uppercase">{color}</span>
    </span>
  );
}

function Value({ value, background, soldOut }: { value: string; background?: string; soldOut: boolean }) {
  const shown = useShownValue()(value);
  const label = background ? <Swatch color={shown} background={background} /> : shown;
  return soldOut ? <SoldOutValue>{label}</SoldOutValue> : label;
}

/** One option as a radio group: **Color** with swatches, **Size** with the size chart, others by name. */
export function OptionGroup({
  option,
  values,
  chosen,
  onChoose,
  error,
  garment,
  swatches,
  picture,
  soldOut,
}: OptionGroupProps) {
  const t = productTexts();
  const fieldName = productFieldsTexts();
  const { madeFor } = useBrand().design;
  const kind = optionKinds.find((one) => one === option);
  const knownLabel = kind === 'type' && madeFor ? madeFor.label : kind && fieldName(kind);
  const shown = useShownValue();
  const [chart, setChart] = useState(false);
  return (
    <div className={classes('relative', picture && 'max-md:grid max-md:grid-cols-[1fr_6rem] max-md:gap-3')}>
      <RadioGroup
        legend={knownLabel ?? shown(otherName(option) ?? '')}
        name={option}
        layout="chips"
        value={chosen || null}
        onChange={onChoose}
        error={error}
        options={values.map((value) => ({
          value,
          label: <Value value={value} background={swatches[value]} soldOut={soldOut.has(value)} />,
        }))}
      />
      {picture ? (
        <div className="aspect-square overflow-hidden rounded-picture bg-sunken md:hidden">
          <Picture src={picture} alt="" sizes="6rem" widest={240} className="size-full object-cover" />
        </div>
      ) : null}
      {garment ? (
        <BareButton
          aria-haspopup="dialog"
          onClick={() => setChart(true)}
          className="absolute end-0 -top-2.5 min-h-11 text-link text-sm underline underline-offset-4 md:-top-1 md:min-h-8"
        >
          {t('sizeChart')}
        </BareButton>
      ) : null}
      {garment && chart ? (
        <SizeChartDialog
          garment={garment}
          selectedSize={chosen}
          offered={values}
          onSelect={onChoose}
          onClose={() => setChart(false)}
        />
      ) : null}
    </div>
  );
}
