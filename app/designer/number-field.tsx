import { TextField } from '#app/ui/text-field.tsx';
import { useTypedNumber } from '#app/ui/use-typed-number.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

/** A number field that applies each valid value while typing. */
export function NumberField({ label, value, min, max, step, onChange }: NumberFieldProps) {
  const { field } = useTypedNumber(String(Math.round(value * 100) / 100), (typed) => {
    if (typed >= min && typed <= max) onChange(typed);
    return true;
  });
  return (
    <TextField type="number" inputMode="decimal" label={label} min={min} max={max} step={step} {...field} />
  );
}
