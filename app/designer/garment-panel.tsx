import { useState } from 'react';
import { GARMENT_TYPES, garmentTypeOf } from '#app/garments/types.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { garmentWord } from '#app/lib/garment-words.ts';
import { SoldOutValue } from '#app/product/sold-out-value.tsx';
import { soldOutValues } from '#app/product/variants.ts';
import { useRootData } from '#app/store/root-data.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { type DesignProduct, designChoice, offeredColors, offeredSizes } from './design-product.ts';
import { change, chooseSize, useDesign, useDesigner } from './designer-store.ts';

const SizeChartDialog = lazyWithRetry(() => import('#app/garments/size-chart-dialog.tsx'), {
  Failed: DialogLoadFailed,
});

/** Strikes through a swatch; visible on every color. */
const strike =
  'linear-gradient(to top left, transparent 43%, #fff 43% 48%, #000 48% 52%, #fff 52% 57%, transparent 57%)';

/** Garment, color and size. On a store product the garment is fixed. */
export function GarmentPanel({
  shopProduct,
  sizeMissing,
}: {
  shopProduct: DesignProduct | null;
  sizeMissing: boolean;
}) {
  const t = customizeTexts();
  const { baseProductPrices } = useRootData().settings.customization;
  const design = useDesign();
  const size = useDesigner((state) => state.size);
  const [chart, setChart] = useState(false);
  const colors = offeredColors(design.garment, shopProduct);
  const sizes = offeredSizes(design.garment, shopProduct);
  const choice = designChoice(shopProduct, design.color, size);
  const variants = shopProduct?.variants ?? [];
  const colorNames = colors.map(({ name }) => name);
  const soldOutColors = soldOutValues(variants, choice, 'color', colorNames);
  const colorLabel = (name: string) =>
    soldOutColors.has(name) ? t('valueSoldOut', { value: garmentWord(name) }) : garmentWord(name);
  const soldOutSizes = soldOutValues(variants, choice, 'size', sizes);
  const printed = GARMENT_TYPES.filter(
    (garment) => Object.hasOwn(baseProductPrices, garment) || garment === design.garment,
  );

  const selectGarment = (name: string) => {
    const garment = garmentTypeOf(name);
    change((current) => {
      const sameColor = offeredColors(garment, null).find((color) => color.name === current.color);
      return {
        ...current,
        garment,
        color: sameColor?.name ?? offeredColors(garment, null)[0]?.name ?? current.color,
      };
    });
    if (!offeredSizes(garment, null).includes(size)) chooseSize('');
  };

  return (
    <div className="grid gap-5">
      {shopProduct ? null : (
        <SelectField
          label={t('garment')}
          value={design.garment}
          onChange={({ target }) => selectGarment(target.value)}
        >
          {printed.map((garment) => (
            <option key={garment} value={garment}>
              {garmentWord(garment)}
            </option>
          ))}
        </SelectField>
      )}
      <fieldset>
        <legend className="mb-1 font-medium text-sm">
          {t('color')}: <span className="font-normal text-ink-soft">{garmentWord(design.color)}</span>
        </legend>
        <div className="flex flex-wrap gap-0.5">
          {colors.map(({ name, hex }) => (
            <label
              key={name}
              title={colorLabel(name)}
              className="relative grid size-11 cursor-pointer place-items-center"
            >
              <input
                type="radio"
                name="cloth-color"
                aria-label={colorLabel(name)}
                checked={name === design.color}
                onChange={() => change((current) => ({ ...current, color: name }))}
                className="peer absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span
                aria-hidden="true"
                style={{ background: soldOutColors.has(name) ? `${strike}, ${hex}` : hex }}
                className="size-8 rounded-full border border-line-strong ring-offset-2 ring-offset-page peer-checked:ring-2 peer-checked:ring-focus peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-4"
              />
            </label>
          ))}
        </div>
      </fieldset>
      {sizes.length > 0 ? (
        <div className="relative">
          <RadioGroup
            legend={t('size')}
            name="garment-size"
            layout="chips"
            value={size || null}
            onChange={chooseSize}
            error={sizeMissing ? t('chooseSize') : undefined}
            options={sizes.map((value) => ({
              value,
              label: soldOutSizes.has(value) ? <SoldOutValue>{value}</SoldOutValue> : value,
            }))}
          />
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setChart(true)}
            className="absolute end-0 -top-2.5 min-h-11 text-link text-sm underline underline-offset-4 md:-top-1 md:min-h-8"
          >
            {t('sizeChart')}
          </button>
        </div>
      ) : null}
      {chart ? (
        <SizeChartDialog
          garment={design.garment}
          selectedSize={size}
          offered={sizes}
          onSelect={chooseSize}
          onClose={() => setChart(false)}
        />
      ) : null}
    </div>
  );
}
