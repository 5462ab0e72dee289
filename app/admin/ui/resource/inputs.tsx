import { type ComponentProps, createContext, useContext } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { Checkbox } from '#app/ui/choice.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { PictureField } from '../edit/picture-field.tsx';
import { TranslatedField } from '../edit/translated-field.tsx';

/** What a resource's form provides to its inputs. */
export const FormLabels = createContext<{
  labels: Readonly<Record<string, string>>;
  /** Called while an upload runs. */
  onBusy: (busy: boolean) => void;
}>({ labels: {}, onBusy: () => {} });

function messageOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : undefined;
}

/** Returns label, error and registration of a field in the surrounding form. */
function useInput(name: string, label?: string) {
  const { register, formState } = useFormContext();
  const { labels } = useContext(FormLabels);
  const error = messageOf(get(formState.errors, name));
  return {
    label: label ?? labels[name] ?? '',
    error,
    ...register(name),
  };
}

type InputProps<Component extends (props: never) => unknown> = {
  name: string;
  /** A label other than the one shown in conflicts. */
  label?: string;
} & Omit<Parameters<Component>[0], 'name' | 'label' | 'error'>;

/** One-line text of a resource's form. */
export function TextInput({ name, label, ...props }: InputProps<typeof TextField>) {
  return <TextField {...props} {...useInput(name, label)} />;
}

/** Multi-line text. */
export function TextareaInput({ name, label, ...props }: InputProps<typeof TextareaField>) {
  return <TextareaField {...props} {...useInput(name, label)} />;
}

/** A text with its translations beside it; the form lists it in `translated`. */
export function TranslatedInput({
  name,
  ...props
}: Omit<ComponentProps<typeof TranslatedField>, 'label' | 'className'>) {
  const { labels } = useContext(FormLabels);
  return <TranslatedField {...props} name={name} label={labels[name] ?? ''} />;
}

/** Select with options by value and label. */
export function SelectInput({
  name,
  label,
  options,
  ...props
}: Omit<InputProps<typeof SelectField>, 'children'> & {
  options: readonly { value: string; label: string }[];
}) {
  return (
    <SelectField {...props} {...useInput(name, label)}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Checkbox. */
export function CheckboxInput({
  name,
  ...props
}: { name: string } & Omit<ComponentProps<typeof Checkbox>, 'label'>) {
  const { label, ...input } = useInput(name);
  return <Checkbox {...props} label={label} {...input} />;
}

/** The two times of a period. */
export function PeriodInputs({
  hint,
  from = 'from',
  to = 'to',
}: {
  hint: string;
  from?: string;
  to?: string;
}) {
  return (
    <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
      <legend className="mb-2 text-ink-soft text-sm">{hint}</legend>
      <TextInput name={from} type="datetime-local" />
      <TextInput name={to} type="datetime-local" />
    </fieldset>
  );
}

type PictureInputProps = { name: string; label?: string } & Pick<
  ComponentProps<typeof PictureField>,
  'hint' | 'bucket' | 'folder' | 'optional'
>;

/** Picture, stored as its public address. */
export function PictureInput({ name, label, ...props }: PictureInputProps) {
  const { watch, setValue, formState } = useFormContext();
  const { labels, onBusy } = useContext(FormLabels);
  const error = messageOf(get(formState.errors, name));
  return (
    <PictureField
      {...props}
      label={label ?? labels[name] ?? ''}
      value={String(watch(name) ?? '')}
      error={error}
      onBusy={onBusy}
      onChange={(address) => setValue(name, address, { shouldDirty: true, shouldValidate: address !== '' })}
    />
  );
}
