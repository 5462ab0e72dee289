import type { ComponentProps } from 'react';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { SelectField } from '#app/ui/select-field.tsx';
import { governorates } from './governorates.ts';
import { useAddressLabels } from './use-address-labels.ts';

/** The governorate of an address, sorted in the page's language. */
export function GovernorateSelect(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  const t = checkoutTexts();
  const { governorate } = useAddressLabels();
  const named = governorates
    .map((value) => ({ value, name: governorate(value) }))
    .sort((one, other) => one.name.localeCompare(other.name, pageLanguage()));
  return (
    <SelectField label={t('governorate')} {...props}>
      <option value="">{t('chooseGovernorate')}</option>
      {named.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
