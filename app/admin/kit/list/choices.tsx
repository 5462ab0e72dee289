import type { ComponentProps } from 'react';
import { SelectField } from '#app/ui/select-field.tsx';
import type { useListQuery } from './use-list-query.ts';

type Option = { value: string; label: string };

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

/** A choice that narrows a list; the first of its options is what counts when an address says nothing. */
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

/** The choices of a list, each as the address has it. */
export function Choices({ choices, query, onChoose }: ChoicesProps) {
  return choices.map(({ name, options, ...field }) => {
    const plain = options[0]?.value ?? '';
    const value = options.find((option) => option.value === query.get(name))?.value ?? plain;
    return (
      <ChoiceField
        key={name}
        {...{ ...field, name, options, value }}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChoose({ [name]: chosen === plain ? '' : chosen })
        }
      />
    );
  });
}
