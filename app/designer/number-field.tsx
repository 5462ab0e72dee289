import { TextField } from '#app/ui/text-field.tsx';
import { useTypedNumber } from '#app/ui/use-typed-number.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  disabled?: boolean;
}

/** A number that is taken over while it is typed, as soon as it lies within its limits. */
export function NumberField({ label, value, min, max, step, onChange, disabled }: NumberFieldProps) {
  const { field } = useTypedNumber(String(Math.round(value * 100) / 100), (given) => {
    if (given >= min && given <= max) onChange(given);
    return true;
  });
  return <TextField type="number" inputMode="decimal" {...{ label, min, max, step, disabled }} {...field} />;
}
