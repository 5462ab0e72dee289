import { useState } from 'react';
import { sizeAdviserTexts } from '#app/i18n/texts/size-adviser.ts';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import {
  type Advice,
  adviseSize,
  type BodyMeasure,
  bodyRange,
  type Fit,
  measureFor,
} from './size-adviser.ts';
import type { GarmentType } from './types.ts';

type SizeAdviserFormProps = {
  garment: GarmentType;
  /** Available sizes. */
  offered: readonly string[];
  onSelect: (size: string) => void;
};

const fits: readonly Fit[] = ['close', 'regular', 'loose'];

/** Storage of a body measurement in this browser. */
const measureStorage = (measure: BodyMeasure) => browserStorage(`souk-body-${measure}`);

/** Recommends a size from one body measurement, which stays in the browser. */
export function SizeAdviserForm({ garment, offered, onSelect }: SizeAdviserFormProps) {
  const t = sizeAdviserTexts();
  const measure = measureFor(garment);
  const [typed, setTyped] = useState(() => measureStorage(measure).read() ?? '');
  const [fit, setFit] = useState<Fit>('regular');
  const centimetres = typedNumber(typed);
  const advice = adviseSize(garment, centimetres, fit, offered);
  const [least, most] = bodyRange[measure];
  const error = () => {
    if (typed.trim() === '') return undefined;
    if (!advice) return t('noNumber');
    return centimetres < least || centimetres > most ? t('implausible', { least, most }) : undefined;
  };
  return (
    <section aria-labelledby="size-adviser" className="mt-6 grid gap-4 border-t pt-6">
      <h3 id="size-adviser" className="font-semibold text-lg">
        {t('title')}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t(measure)}
          hint={t(`${measure}How`)}
          inputMode="decimal"
          value={typed}
          error={error()}
          onChange={({ target }) => {
            setTyped(target.value);
            measureStorage(measure).write(target.value);
          }}
        />
        <RadioGroup
          legend={t('fit')}
          name="fit"
          layout="chips"
          value={fit}
          onChange={setFit}
          options={fits.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <div role="status">
        {advice ? <Result advice={advice} offered={offered} onSelect={onSelect} /> : null}
      </div>
    </section>
  );
}

type ResultProps = Omit<SizeAdviserFormProps, 'garment'> & { advice: Advice };

function Result({ advice: { size, room, nextSizeUp, outOfRange }, offered, onSelect }: ResultProps) {
  const t = sizeAdviserTexts();
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-tint p-4 text-on-tint">
      <div>
        <p className="font-semibold text-lg">{t('advice', { size })}</p>
        <p>
          {outOfRange ? t(outOfRange, { size }) : t('room', { room })}{' '}
          {nextSizeUp ? t('orLarger', { size: nextSizeUp }) : null}
        </p>
      </div>
      {offered.includes(size) ? <Button onClick={() => onSelect(size)}>{t('take', { size })}</Button> : null}
    </div>
  );
}
