import { useRef, useState } from 'react';
import { href, Link } from 'react-router';
import type { BrandDesign } from '#app/brands/brand-design.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { useDevice, writeDevice } from '#app/product/device.ts';
import { Button, buttonClasses } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-script.tsx';
import { SelectField } from '#app/ui/select-field.tsx';

type MadeForProps = {
  /** Types that the listing is filtered by; undefined outside a listing. */
  selected?: readonly string[] | undefined;
  /** Filters the listing; without it the button leads to the shop. */
  onChoose?: ((value: string) => void) | undefined;
};

/**
 * Select for the device that a brand's products are made for (such as a phone), with a button that shows what fits it.
 * Selecting alone must not navigate, because arrow keys change a closed select at each press. The choice is stored.
 * Renders nothing for other brands.
 */
export function MadeFor(props: MadeForProps) {
  const { madeFor } = useBrand().design;
  return madeFor ? <MadeForSelect {...props} {...madeFor} /> : null;
}

function MadeForSelect({
  label,
  all,
  values,
  selected,
  onChoose,
}: MadeForProps & NonNullable<BrandDesign['madeFor']>) {
  const t = catalogTexts();
  const device = useDevice();
  const storedDevice = values.includes(device) ? device : '';
  const [chosen, setChosen] = useState<string | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  const shown = selected?.length === 1 ? (selected[0] ?? '') : '';
  const offered = chosen ?? (storedDevice || shown);
  const search = `?${new URLSearchParams({ type: offered })}`;
  const offer = offered ? t('showMadeFor', { name: offered }) : all;
  return (
    // Without JavaScript the listing's filters do the same.
    <div className="flex flex-wrap items-end gap-3 noscript:hidden">
      <NeedsHydration>
        <SelectField
          ref={select}
          label={label}
          value={chosen ?? (selected ? shown : storedDevice)}
          onChange={({ target }) => {
            setChosen(target.value);
            writeDevice(target.value);
          }}
          className="min-w-56"
        >
          <option value="">{all}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </SelectField>
      </NeedsHydration>
      {offered === shown ? null : onChoose ? (
        <Button
          variant="outline"
          onClick={() => {
            setChosen(null);
            // The button disappears.
            select.current?.focus();
            onChoose(offered);
          }}
        >
          {offer}
        </Button>
      ) : (
        <Link to={{ pathname: href('/shop'), search }} className={buttonClasses('outline')}>
          {offer}
        </Link>
      )}
    </div>
  );
}
