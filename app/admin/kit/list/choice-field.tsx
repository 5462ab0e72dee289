import type { ComponentProps } from 'react';
import { SelectField } from '#app/ui/select-field.tsx';

export type Option = { value: string; label: string };

type ChoiceFieldProps = Omit<ComponentProps<typeof SelectField>, 'children'> & { options: readonly Option[] };

/** A select of options that are known by value and name. */
export function ChoiceField({ options, ...field }: ChoiceFieldProps) {
  return (
    <SelectField {...field}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
