import { useFormContext } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { TranslatedField } from '../../ui/edit/translated-field.tsx';
import { type BrandForm, optionFieldNames } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';

/** Fields for the options that shoppers see, and for the devices that products fit. */
export function DeviceFields() {
  const t = adminSettingsTexts();
  const labels = brandLabels();
  const { register, formState } = useFormContext<BrandForm>();
  return (
    <>
      <fieldset className="grid sm:col-span-2">
        <legend className="mb-1 font-semibold">{labels.option_fields}</legend>
        <p className="text-ink-soft text-sm">{t('optionFieldsHint')}</p>
        <div className="flex flex-wrap gap-x-6">
          {optionFieldNames.map((name) => (
            <Checkbox
              key={name}
              value={name}
              label={t(`optionField_${name}`)}
              {...register('option_fields')}
            />
          ))}
        </div>
      </fieldset>
      <TextareaField
        className="sm:col-span-2"
        rows={4}
        optional
        label={labels.made_for_values}
        hint={t('devicesHint')}
        error={formState.errors.made_for_values?.message}
        {...register('made_for_values')}
      />
      <TranslatedField
        className="sm:col-span-2"
        name="made_for_label"
        label={labels.made_for_label}
        hint={t('deviceLabelHint')}
        optional
      />
      <TranslatedField
        className="sm:col-span-2"
        name="made_for_all"
        label={labels.made_for_all}
        hint={t('deviceAllHint')}
        optional
      />
    </>
  );
}
