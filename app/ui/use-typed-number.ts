import { type ChangeEvent, useState } from 'react';

/**
 * What a field for a number shows and hears while somebody types: also nothing, and what cannot be taken over.
 * @param shown the number as it stands otherwise.
 * @param take is told each number that is typed, and says whether the field goes on showing it as it was typed.
 */
export function useTypedNumber(shown: string, take: (given: number) => boolean) {
  const [typed, setTyped] = useState<string | null>(null);
  const forget = () => setTyped(null);
  const field = {
    value: typed ?? shown,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      const { value, valueAsNumber } = target;
      setTyped(Number.isNaN(valueAsNumber) || take(valueAsNumber) ? value : null);
    },
    onBlur: forget,
  };
  return { field, forget };
}
