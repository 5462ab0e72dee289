import { type UseFormReturn, useWatch } from 'react-hook-form';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type Address, type AddressInput, newAddress } from './address-form.ts';
import { addressLine } from './address-lines.ts';
import type { SavedAddress } from './addresses-data.ts';
import { DistrictPicker } from './district-picker.tsx';
import { GovernorateSelect } from './governorate-select.tsx';
import { useAddressLabels } from './use-address-labels.ts';

interface AddressSectionProps {
  addresses: readonly SavedAddress[];
  selected: string;
  onChoose: (id: string) => void;
  form: UseFormReturn<AddressInput, unknown, Address>;
  keepAddress: boolean;
  onKeep: (keep: boolean) => void;
}

/** Selects a saved address or shows the form for a new one. */
export function AddressSection({
  addresses,
  selected,
  onChoose,
  form,
  keepAddress,
  onKeep,
}: AddressSectionProps) {
  const t = checkoutTexts();
  const addressLabels = useAddressLabels();
  return (
    <>
      {addresses.length > 0 ? (
        <RadioGroup
          legend={t('savedAddresses')}
          hideLegend
          name="address"
          value={selected}
          onChange={onChoose}
          options={[
            ...addresses.map((address) => ({
              value: address.id,
              label: <bdi>{addressLabels.named(address)}</bdi>,
              detail: (
                <>
                  <bdi>{addressLine(address, addressLabels)}</bdi> · <bdi>{address.phone}</bdi>
                </>
              ),
            })),
            { value: newAddress, label: t('anotherAddress') },
          ]}
        />
      ) : null}
      {selected === newAddress ? (
        <>
          <AddressFields form={form} />
          <Checkbox
            label={t('saveAddress')}
            checked={keepAddress}
            onChange={(event) => onKeep(event.target.checked)}
          />
        </>
      ) : null}
    </>
  );
}

/** The fields of an Egyptian delivery address. */
export function AddressFields({ form }: Pick<AddressSectionProps, 'form'>) {
  const t = checkoutTexts();
  const { register, formState, control, setValue } = form;
  const chosenGovernorate = useWatch({ control, name: 'governorate' }) ?? '';
  const set = (name: 'governorate' | 'city', value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const { errors } = formState;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      <TextField
        label={t('fullName')}
        autoComplete="name"
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      <TextField
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <GovernorateSelect
        autoComplete="address-level1"
        error={errors.governorate?.message}
        {...register('governorate')}
      />
      <DistrictPicker
        label={t('city')}
        autoComplete="address-level2"
        error={errors.city?.message}
        governorate={chosenGovernorate}
        onChoose={(chosen, city) => {
          set('governorate', chosen);
          set('city', city);
        }}
        onGovernorate={(chosen) => set('governorate', chosen)}
        {...register('city')}
      />
      <TextField
        className="sm:col-span-full"
        label={t('street')}
        autoComplete="address-line1"
        error={errors.street?.message}
        {...register('street')}
      />
      <div className="grid grid-cols-3 items-end gap-3 sm:col-span-full">
        <TextField
          label={t('building')}
          optional
          error={errors.building?.message}
          {...register('building')}
        />
        <TextField label={t('floor')} optional error={errors.floor?.message} {...register('floor')} />
        <TextField
          label={t('apartment')}
          optional
          error={errors.apartment?.message}
          {...register('apartment')}
        />
      </div>
      <TextField
        className="sm:col-span-full"
        label={t('landmark')}
        optional
        error={errors.landmark?.message}
        {...register('landmark')}
      />
    </div>
  );
}
