import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { optionsText } from '#app/lib/options-text.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import type { OrderLine } from './read-orders.ts';

export type ChosenPieces = Readonly<Record<string, number>>;

interface PiecesFieldProps {
  legend: string;
  /** Lines to choose from, with the maximum number of items of each, and a note. */
  lines: readonly { line: OrderLine; most: number; note?: string }[];
  chosen: ChosenPieces;
  onChange: (chosen: ChosenPieces) => void;
  error?: string;
}

/** Selects lines of an order and the number of items of each. */
export function PiecesField({ legend, lines, chosen, onChange, error = '' }: PiecesFieldProps) {
  const t = afterSaleTexts();
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'pieces-error' : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {lines.map(({ line, most, note }) => {
        const count = chosen[line.id] ?? 0;
        const options = optionsText(line, '', soldWord(line));
        return (
          <div key={line.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Checkbox
              label={
                <span className="wrap-anywhere">
                  {line.name}
                  {options ? <span className="block text-ink-soft text-sm">{options}</span> : null}
                  {note ? <span className="block text-ink-soft text-sm">{note}</span> : null}
                </span>
              }
              checked={count > 0}
              onChange={(event) => onChange({ ...chosen, [line.id]: event.target.checked ? most : 0 })}
            />
            {count > 0 && most > 1 ? (
              <span className="flex items-center gap-2">
                <QuantityStepper
                  value={count}
                  max={most}
                  label={t('howMany', { name: line.name })}
                  onChange={(value) => onChange({ ...chosen, [line.id]: value })}
                />
                <span className="text-ink-soft text-sm">{t('ofPieces', { count: most })}</span>
              </span>
            ) : null}
          </div>
        );
      })}
      {error ? (
        <p id="pieces-error" role="alert" className="font-medium text-danger-text">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
