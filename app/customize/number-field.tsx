import { useState } from 'react';
import { TextField } from '#app/ui/text-field.tsx';

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
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      type="number"
      inputMode="decimal"
      {...{ label, min, max, step, disabled }}
      value={typed ?? String(Math.round(value * 100) / 100)}
      onChange={(event) => {
        setTyped(event.target.value);
        const given = event.target.valueAsNumber;
        if (Number.isFinite(given) && given >= min && given <= max) onChange(given);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
