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

/** A number field that applies each valid value while typing. */
export function NumberField({ label, value, min, max, step, onChange, disabled }: NumberFieldProps) {
  const { field } = useTypedNumber(String(Math.round(value * 100) / 100), (typed) => {
    if (typed >= min && typed <= max) onChange(typed);
    return true;
  });
  return <TextField type="number" inputMode="decimal" {...{ label, min, max, step, disabled }} {...field} />;
}
