import type { ComponentProps } from 'react';
import { SelectField } from '#app/ui/select-field.tsx';
import type { useListQuery } from './use-list-query.ts';

type Option = { value: string; label: string };

type ChoiceFieldProps = Omit<ComponentProps<typeof SelectField>, 'children'> & { options: readonly Option[] };

/** A select field with options by value and label. */
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

/** A select that filters a list; its first option is the default. */
export type Choice = {
  name: string;
  label: string;
  hideLabel?: boolean;
  options: readonly Option[];
  className?: string;
};

type ChoicesProps = {
  choices: readonly Choice[];
  query: ReturnType<typeof useListQuery>['query'];
  onChoose: (change: Record<string, string>) => void;
};

/** The filter selects of a list, with their values in the URL. */
export function Choices({ choices, query, onChoose }: ChoicesProps) {
  return choices.map(({ name, options, ...field }) => {
    const defaultValue = options[0]?.value ?? '';
    const value = options.find((option) => option.value === query.get(name))?.value ?? defaultValue;
    return (
      <ChoiceField
        key={name}
        {...field}
        name={name}
        options={options}
        value={value}
        onChange={({ currentTarget: { value: next } }) =>
          onChoose({ [name]: next === defaultValue ? '' : next })
        }
      />
    );
  });
}
