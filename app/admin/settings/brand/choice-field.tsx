import { useFormContext } from 'react-hook-form';
import { SelectField } from '#app/ui/select-field.tsx';
import type { BrandForm } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';

type ChoiceFieldProps<Value extends string> = {
  name: keyof BrandForm;
  /** If not the field's own. */
  label?: string;
  hint?: string;
  className?: string;
  values: readonly Value[];
  textOf: (value: Value) => string;
};

/** A field of the brand with a few values to choose from. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { name, label, hint, className, values, textOf } = props;
  const { register, formState } = useFormContext<BrandForm>();
  return (
    <SelectField
      label={label ?? brandLabels()[name]}
      hint={hint}
      className={className}
      error={formState.errors[name]?.message}
      {...register(name)}
    >
      {values.map((value) => (
        <option key={value} value={value}>
          {textOf(value)}
        </option>
      ))}
    </SelectField>
  );
}
