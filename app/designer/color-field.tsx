import { useId, useState } from 'react';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { classes } from '#app/ui/classes.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { hexColor } from './design.ts';

/** Ink colors offered as swatches. */
const INKS = [
  ['#ffffff', 'White'],
  ['#111111', 'Black'],
  ['#5879db', 'Ink blue'],
  ['#1f2a44', 'Navy'],
  ['#d1293d', 'Red'],
  ['#f2802f', 'Orange'],
  ['#f2c230', 'Yellow'],
  ['#2f8f5b', 'Green'],
  ['#1f9aa0', 'Teal'],
  ['#7a4bb5', 'Purple'],
  ['#e58bb0', 'Pink'],
  ['#8a8d91', 'Gray'],
] as const;

interface ColorFieldProps {
  legend: string;
  /** Six-digit hex. */
  value: string;
  onChange: (color: string) => void;
}

/** A color chosen by swatch or by hex code (docs/product.md, Printing). */
export function ColorField({ legend, value, onChange }: ColorFieldProps) {
  const t = customizeTexts();
  const name = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && hexColor(typed) === null;
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-1">
        {INKS.map(([hex, ink]) => (
          <label key={hex} className="relative grid size-11 cursor-pointer place-items-center" title={ink}>
            <input
              type="radio"
              name={name}
              value={hex}
              checked={value === hex}
              onChange={() => {
                setTyped(null);
                onChange(hex);
              }}
              aria-label={ink}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              aria-hidden="true"
              style={{ background: hex }}
              className={classes(
                'size-8 rounded-full border border-line-strong ring-offset-2 ring-offset-surface',
                'peer-checked:ring-2 peer-checked:ring-focus peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-4',
              )}
            />
          </label>
        ))}
      </div>
      <div className="flex items-end gap-2">
        <span
          aria-hidden="true"
          style={{ background: value }}
          className="mb-px size-11 shrink-0 rounded-field border border-line-strong"
        />
        <TextField
          className="grow"
          label={t('hex')}
          value={typed ?? value}
          maxLength={9}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            const color = hexColor(event.target.value);
            if (color) onChange(color);
          }}
          onBlur={() =>
            setTyped((current) => (current !== null && hexColor(current) === null ? current : null))
          }
        />
      </div>
      <p role="alert" className={wrong ? 'font-medium text-danger-text text-sm' : 'sr-only'}>
        {wrong ? t('hexWrong') : ''}
      </p>
    </fieldset>
  );
}
