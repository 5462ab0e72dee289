import { Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { adminZonesTexts } from '#app/i18n/texts/admin-zones.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { newRate, type RateForm, type ZoneForm, zoneMethods } from './zone-form.ts';

const amounts = ['fee', 'freeFrom', 'fromSubtotal', 'fromKilos'] as const satisfies (keyof RateForm)[];
const dayFields = ['daysFrom', 'daysTo'] as const;

/** Delivery fees of a zone, one rate per row; the highest that an order reaches applies. */
export function ZoneRates() {
  const t = adminZonesTexts();
  const { control, register, formState } = useFormContext<ZoneForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'rates' });
  const rates = useWatch({ control, name: 'rates' });
  const errors = formState.errors.rates;
  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby="zone-rates">
      <legend className="mb-1 font-medium text-sm">{t('rates')}</legend>
      <p className="text-ink-soft text-sm">{t('ratesHint')}</p>
      {fields.length === 0 ? <p className="text-sm text-warning-text">{t('noRates')}</p> : null}
      {fields.length > 0 && rates.every(({ method }) => method !== 'express') ? (
        <p className="text-ink-soft text-sm">{t('noExpress')}</p>
      ) : null}
      <ul className="grid gap-3">
        {fields.map((field, index) => {
          const input = (name: (typeof amounts)[number] | (typeof dayFields)[number], decimal: boolean) => (
            <TextField
              key={name}
              label={t(`rate_${name}`)}
              inputMode={decimal ? 'decimal' : 'numeric'}
              error={errors?.[index]?.[name]?.message}
              className="justify-end"
              {...register(`rates.${index}.${name}`)}
            />
          );
          return (
            <li
              key={field.id}
              className="grid grid-cols-2 items-start gap-x-3 gap-y-2 rounded-field border p-3 sm:grid-cols-4"
            >
              <SelectField label={t('rate_method')} {...register(`rates.${index}.method`)}>
                {zoneMethods.map((method) => (
                  <option key={method} value={method}>
                    {t(`method_${method}`)}
                  </option>
                ))}
              </SelectField>
              {amounts.map((name) => input(name, true))}
              {dayFields.map((name) => input(name, false))}
              <Checkbox label={t('rate_cash')} className="self-end" {...register(`rates.${index}.cash`)} />
              <Button
                variant="quiet"
                size="small"
                className="justify-self-end sm:col-span-full"
                onClick={() => remove(index)}
                aria-label={t('removeRate', { place: index + 1 })}
              >
                <Trash2 aria-hidden="true" className="size-4" />
                {t('remove')}
              </Button>
            </li>
          );
        })}
      </ul>
      <FieldError id="zone-rates">{errors?.root?.message}</FieldError>
      <div className="flex flex-wrap gap-2">
        {zoneMethods.map((method) => (
          <Button key={method} variant="outline" size="small" onClick={() => append(newRate(method))}>
            {t(`add_${method}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
