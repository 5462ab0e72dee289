import { useEffect, useState } from 'react';
import { href, Link, useNavigate } from 'react-router';
import type { Design } from '#app/brands/design.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import catalogMessages from '#app/i18n/messages/en/catalog.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { buttonClasses } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-hydration.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { rememberedDevice } from './remembered-device.ts';

/** What the shopper said they own, as this browser remembers it; '' before that, and during hydration. */
function useOwned(values: readonly string[]): [string, (value: string) => void] {
  const [owned, setOwned] = useState('');
  useEffect(() => {
    const read = rememberedDevice().read() ?? '';
    if (values.includes(read)) setOwned(read);
  }, [values]);
  return [
    owned,
    (value) => {
      setOwned(value);
      rememberedDevice().write(value || null);
    },
  ];
}

type MadeForProps = {
  /** What the listing is narrowed to now; not given where there is no listing yet. */
  shown?: readonly string[] | undefined;
  /** Narrows the listing that is shown; without it the choice leads to the shop. */
  onChoose?: ((value: string) => void) | undefined;
};

/** What a brand's products are made for is chosen first, such as a phone, and remembered; nothing for other brands. */
export function MadeFor(props: MadeForProps) {
  const { madeFor } = useBrand().design;
  return madeFor ? <MadeForSelect {...props} {...madeFor} /> : null;
}

function MadeForSelect({
  label,
  all,
  values,
  shown,
  onChoose,
}: MadeForProps & NonNullable<Design['madeFor']>) {
  const t = useTranslations('catalog', catalogMessages);
  const navigate = useNavigate();
  const [owned, setOwned] = useOwned(values);
  const current = shown ? (shown.length === 1 ? (shown[0] ?? '') : '') : owned;
  const search = (value: string) => `?${new URLSearchParams({ type: value })}`;
  const choose = (value: string) => {
    setOwned(value);
    if (onChoose) onChoose(value);
    else if (value) void navigate({ pathname: href('/shop'), search: search(value) });
  };
  return (
    // Without script the shop's filters do the same.
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
      {owned && owned !== (shown ? current : '') ? (
        <Link to={{ pathname: href('/shop'), search: search(owned) }} className={buttonClasses('outline')}>
          {t('showMadeFor', { name: owned })}
        </Link>
      ) : null}
    </div>
  );
}
