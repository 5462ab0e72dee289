import { useEffect, useState } from 'react';
import { href, Link, useNavigate } from 'react-router';
import type { Design } from '#app/brands/design.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import catalogMessages from '#app/i18n/messages/en/catalog.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { buttonClasses } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-hydration.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { deviceStorage } from './device-storage.ts';

/** The stored device; '' when there is none, and during hydration. */
function useStoredDevice(values: readonly string[]): [string, (value: string) => void] {
  const [storedDevice, setStoredDevice] = useState('');
  useEffect(() => {
    const read = deviceStorage().read() ?? '';
    if (values.includes(read)) setStoredDevice(read);
  }, [values]);
  return [
    storedDevice,
    (value) => {
      setStoredDevice(value);
      deviceStorage().write(value || null);
    },
  ];
}

type MadeForProps = {
  /** Types that the listing is filtered by; undefined outside a listing. */
  selected?: readonly string[] | undefined;
  /** Filters the listing; without it the choice navigates to the shop. */
  onChoose?: ((value: string) => void) | undefined;
};

/**
 * Select for the device a brand's products are made for, such as a phone; the choice is stored. Renders nothing for
 * other brands.
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
}: MadeForProps & NonNullable<Design['madeFor']>) {
  const t = useTranslations('catalog', catalogMessages);
  const navigate = useNavigate();
  const [storedDevice, setStoredDevice] = useStoredDevice(values);
  const current = selected ? (selected.length === 1 ? (selected[0] ?? '') : '') : storedDevice;
  const search = (value: string) => `?${new URLSearchParams({ type: value })}`;
  const choose = (value: string) => {
    setStoredDevice(value);
    if (onChoose) onChoose(value);
    else if (value) void navigate({ pathname: href('/shop'), search: search(value) });
  };
  return (
    // Without JavaScript the shop's filters do the same.
    <div className="flex flex-wrap items-end gap-3 noscript:hidden">
      <NeedsHydration>
        <SelectField
          label={label}
          value={current}
          onChange={({ target }) => choose(target.value)}
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
      {storedDevice && storedDevice !== (selected ? current : '') ? (
        <Link
          to={{ pathname: href('/shop'), search: search(storedDevice) }}
          className={buttonClasses('outline')}
        >
          {t('showMadeFor', { name: storedDevice })}
        </Link>
      ) : null}
    </div>
  );
}
