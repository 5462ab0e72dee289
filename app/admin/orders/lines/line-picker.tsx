import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useLookup } from '../../ui/use-lookup.ts';
import { type FoundVariant, searchVariants } from './search-variants.ts';

/** A variant and its number of pieces. */
export type PickedLine = FoundVariant & { quantity: number };

const variantName = ({ name, options }: FoundVariant) => [name, options].filter(Boolean).join(' · ');

type LinePickerProps = { lines: readonly PickedLine[]; onChange: (lines: PickedLine[]) => void };

/** Picks an order's lines from the catalog, with quantities. */
export function LinePicker({ lines, onChange }: LinePickerProps) {
  const t = adminReturnsTexts();
  const { currency } = useBrand();
  const id = useId();
  const [text, setText] = useState('');
  const lookup = useLookup(text, 2, searchVariants);
  const add = (variant: FoundVariant) => {
    const known = lines.find((line) => line.id === variant.id);
    onChange(
      known
        ? lines.map((line) => (line === known ? { ...line, quantity: line.quantity + 1 } : line))
        : [...lines, { ...variant, quantity: 1 }],
    );
    setText('');
    document.getElementById(id)?.focus();
  };
  return (
    <div className="grid gap-3">
      {lines.length > 0 ? (
        <ul className="grid gap-2">
          {lines.map((line) => (
            <li key={line.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b pb-2">
              <span className="wrap-anywhere min-w-0 flex-1 basis-40">
                {variantName(line)}
                <span className="block text-ink-soft text-sm">{formatPounds(line.price, currency)}</span>
              </span>
              <span className="flex items-center gap-1">
                <QuantityStepper
                  label={t('quantityOf', { name: variantName(line) })}
                  value={line.quantity}
                  onChange={(quantity) =>
                    onChange(lines.map((one) => (one === line ? { ...line, quantity } : one)))
                  }
                />
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('removeLine', { name: variantName(line) })}
                  onClick={() => onChange(lines.filter((one) => one !== line))}
                >
                  <X className="size-4" />
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <TextField
        id={id}
        label={t('searchProduct')}
        hint={t('searchHint')}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = lookup?.found ?? [];
          if (first) add(first);
        }}
        error={lookup?.failure}
      />
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {lookup && !lookup.failure && lookup.found.length === 0 ? t('noProduct') : ''}
      </p>
      {lookup && lookup.found.length > 0 ? (
        <ul className="grid max-h-64 gap-1 overflow-y-auto">
          {lookup.found.map((variant) => (
            <li key={variant.id}>
              <button
                type="button"
                onClick={() => add(variant)}
                className="flex min-h-11 w-full items-center gap-2 rounded-control px-3 text-start text-sm hover:bg-sunken"
              >
                <Plus className="size-4 shrink-0" />
                <span className="wrap-anywhere min-w-0 flex-1">
                  {variantName(variant)}
                  <span className="block text-ink-soft text-xs">
                    {[variant.sku, t('stock', { count: variant.stock })].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="whitespace-nowrap font-details tabular-nums">
                  {formatPounds(variant.price, currency)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
