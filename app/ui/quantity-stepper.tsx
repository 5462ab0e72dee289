import { Minus, Plus } from 'lucide-react';
import uiMessages from '#app/i18n/messages/en/ui.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { BareButton } from './bare-button.tsx';
import { useTypedNumber } from './use-typed-number.ts';

type QuantityStepperProps = {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  /** Highest value, usually the stock. */
  max?: number;
  /** What is counted, when a page has several: "Quantity of Blue hoodie". */
  label?: string;
  disabled?: boolean;
};

const side =
  'grid size-11 place-items-center text-ink -outline-offset-2 hover:bg-sunken disabled:opacity-100 disabled:text-ink-soft aria-disabled:text-ink-soft';

/** A number between two buttons; typing works too, and what is out of range is pulled back into it. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, min = 1, max = 999, label, disabled } = props;
  const t = useTranslations('ui', uiMessages);
  const set = (wanted: number) => {
    const within = Math.max(min, Math.min(max, wanted));
    onChange(within);
    return within === wanted;
  };
  const { field, forget } = useTypedNumber(String(value), (given) => !Number.isInteger(given) || set(given));
  const step = (by: number) => {
    forget();
    // A button that is switched off at the end of its way would lose the keyboard's place.
    if (value + by >= min && value + by <= max) set(value + by);
  };
  return (
    <div className="stroked inline-flex w-fit overflow-hidden rounded-field border-line-strong bg-surface">
      <BareButton
        aria-label={t('decrease')}
        disabled={disabled}
        aria-disabled={value <= min}
        onClick={() => step(-1)}
        className={side}
      >
        <Minus className="size-4" />
      </BareButton>
      <input
        type="number"
        inputMode="numeric"
        aria-label={label ?? t('quantity')}
        {...field}
        min={min}
        max={max}
        disabled={disabled}
        className="w-11 appearance-none bg-transparent text-center font-details tabular-nums -outline-offset-2 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
      />
      <BareButton
        aria-label={t('increase')}
        disabled={disabled}
        aria-disabled={value >= max}
        onClick={() => step(1)}
        className={side}
      >
        <Plus className="size-4" />
      </BareButton>
    </div>
  );
}
