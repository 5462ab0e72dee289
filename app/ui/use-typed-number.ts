import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { typedNumber } from '#app/lib/typed-number.ts';

type NumberInput = {
  /** Value when nothing is being typed. */
  value: number;
  min: number;
  max: number;
  /** Change per arrow key. */
  step: number;
};

/**
 * Props of a number field that also holds empty and invalid input while typing. It is a text field, because browsers do
 * not accept Arabic digits in `type="number"`.
 * @param accept Called with each typed number; returns whether the field keeps the typed text.
 */
export function useTypedNumber({ value, min, max, step }: NumberInput, accept: (number: number) => boolean) {
  const [typed, setTyped] = useState<string | null>(null);
  const reset = () => setTyped(null);
  const field = {
    role: 'spinbutton',
    'aria-valuemin': min,
    'aria-valuemax': max,
    'aria-valuenow': value,
    autoComplete: 'off',
    value: typed ?? String(value),
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      const number = typedNumber(currentTarget.value);
      setTyped(Number.isNaN(number) || accept(number) ? currentTarget.value : null);
    },
    onKeyDown(event: KeyboardEvent) {
      const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!direction) return;
      event.preventDefault();
      const stepped = Math.round((value + direction * step) * 100) / 100;
      reset();
      accept(Math.max(min, Math.min(max, stepped)));
    },
    onBlur: reset,
  };
  return { field, reset };
}
