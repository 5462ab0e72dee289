import { type ChangeEvent, useState } from 'react';

/**
 * Props of a number field that also holds empty and invalid input while typing.
 * @param current Formatted value when nothing is being typed.
 * @param accept Called with each typed number; returns whether the field keeps the typed text.
 */
export function useTypedNumber(current: string, accept: (number: number) => boolean) {
  const [typed, setTyped] = useState<string | null>(null);
  const reset = () => setTyped(null);
  const field = {
    value: typed ?? current,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      const { value, valueAsNumber } = target;
      setTyped(Number.isNaN(valueAsNumber) || accept(valueAsNumber) ? value : null);
    },
    onBlur: reset,
  };
  return { field, reset };
}
