import { useState } from 'react';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { cleanCode } from '#app/lib/typed-ascii.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';

interface DiscountCodeProps {
  /** The applied code, as the database returns it; '' when none is. */
  applied: string;
  /** The initial code. */
  initial: string;
  /** Why the last code was refused. */
  refusal: string;
  busy: boolean;
  onApply: (code: string) => void;
  onRemove: () => void;
}

/**
 * Field for a discount code, applied on **Apply** or on blur. A refused code stays with its reason and does not block
 * the order.
 */
export function DiscountCode({ applied, initial, refusal, busy, onApply, onRemove }: DiscountCodeProps) {
  const t = checkoutTexts();
  const [typed, setTyped] = useState(initial);
  const [edited, setEdited] = useState(false);
  const apply = () => {
    const code = cleanCode(typed);
    if (code === '') return;
    setEdited(false);
    onApply(code);
  };
  if (applied) {
    return (
      <p className="flex items-center justify-between gap-3 rounded-field bg-success-tint px-3 py-2 text-success-text">
        {t('discount', { code: applied })}
        <Button variant="quiet" size="small" onClick={onRemove}>
          {t('removeCode')}
        </Button>
      </p>
    );
  }
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-2">
      <TextField
        label={t('discountCode')}
        // Apply on blur, so that a typed code is not forgotten.
        onBlur={() => edited && apply()}
        value={typed}
        maxLength={60}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        error={edited ? '' : refusal}
        onChange={(event) => {
          setTyped(event.target.value);
          setEdited(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button
        variant="outline"
        className="mt-[1.625rem] self-start"
        busy={busy}
        disabled={typed.trim() === ''}
        onClick={apply}
      >
        {t('apply')}
      </Button>
    </div>
  );
}
