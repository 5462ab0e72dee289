import { TextField } from '#app/ui/text-field.tsx';
import { useTypedNumber } from '#app/ui/use-typed-number.ts';

interface NumberFieldProps {
  label: string;
  hint?: string | undefined;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

/** A number field that applies each valid value while typing. */
export function NumberField({ label, hint, value, min, max, step, onChange }: NumberFieldProps) {
  const rounded = Math.round(value * 100) / 100;
  const { field } = useTypedNumber({ value: rounded, min, max, step }, (typed) => {
    if (typed >= min && typed <= max) onChange(typed);
    return true;
  });
  return <TextField inputMode="decimal" label={label} hint={hint} {...field} />;
}
