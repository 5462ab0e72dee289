import { Minus, Plus } from 'lucide-react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { BareButton } from './button.tsx';
import { useTypedNumber } from './use-typed-number.ts';

type QuantityStepperProps = {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  /** Maximum, usually the stock. */
  max?: number;
  /** The counted thing, to tell several apart: "Quantity of Blue hoodie". */
  label?: string;
};

const side =
  'grid min-h-11 w-11 place-items-center text-ink -outline-offset-2 hover:bg-sunken disabled:opacity-100 disabled:text-ink-soft aria-disabled:text-ink-soft';

/** A number between two buttons; typed values are clamped to the range. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, min = 1, max = 999, label } = props;
  const t = uiTexts();
  const set = (next: number) => {
    const within = Math.max(min, Math.min(max, next));
    onChange(within);
    return within === next;
  };
  const { field, reset } = useTypedNumber(
    { value, min, max, step: 1 },
    (typed) => !Number.isInteger(typed) || set(typed),
  );
  const step = (delta: number) => {
    reset();
    // The button is not disabled at the limit, which would lose keyboard focus.
    if (value + delta >= min && value + delta <= max) set(value + delta);
  };
  return (
    <div className="stroked inline-flex w-fit overflow-hidden rounded-field border-line-strong bg-surface">
      <BareButton
        aria-label={t('decrease')}
        aria-disabled={value <= min}
        onClick={() => step(-1)}
        className={side}
      >
        <Minus className="size-4" />
      </BareButton>
      <input
        inputMode="numeric"
        aria-label={label ?? t('quantity')}
        {...field}
        className="w-11 bg-transparent text-center font-details tabular-nums -outline-offset-2"
      />
      <BareButton
        aria-label={t('increase')}
        aria-disabled={value >= max}
        onClick={() => step(1)}
        className={side}
      >
        <Plus className="size-4" />
      </BareButton>
    </div>
  );
}
