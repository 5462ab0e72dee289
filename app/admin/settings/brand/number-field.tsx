import { useFormContext } from 'react-hook-form';
import { TextField } from '#app/ui/text-field.tsx';
import type { BrandForm, DesignNumber } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';

/** A number of the brand's design. */
export function NumberField({ name, hint }: { name: DesignNumber; hint?: string }) {
  const { register, formState } = useFormContext<BrandForm>();
  return (
    <TextField
      label={brandLabels()[name]}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      error={formState.errors[name]?.message}
      {...register(name)}
    />
  );
}
