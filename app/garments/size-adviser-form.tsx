import { useState } from 'react';
import sizeAdviserMessages from '#app/i18n/messages/en/size-adviser.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import {
  type Advice,
  adviseSize,
  askedMeasure,
  type BodyMeasure,
  bodyRange,
  type Fit,
} from './size-adviser.ts';
import type { GarmentType } from './types.ts';

type SizeAdviserFormProps = {
  garment: GarmentType;
  /** Sizes that can be chosen. */
  offered: readonly string[];
  onTake: (size: string) => void;
};

const fits: readonly Fit[] = ['close', 'regular', 'loose'];

/** Where this browser keeps what somebody measured, so that it is asked for once. */
/** Where this browser keeps what somebody measured, so that it is asked for once. */
const kept = (measure: BodyMeasure) => browserStorage(`souk-body-${measure}`);

/** Somebody's size of a garment from one measure of their body; nothing of it leaves the browser. */
export function SizeAdviserForm({ garment, offered, onTake }: SizeAdviserFormProps) {
  const t = useTranslations('size-adviser', sizeAdviserMessages);
  const measure = askedMeasure(garment);
  const [typed, setTyped] = useState(() => kept(measure).read() ?? '');
  const [fit, setFit] = useState<Fit>('regular');
  const advice = adviseSize(garment, Number(typed.replace(',', '.')), fit, offered);
  const [least, most] = bodyRange[measure];
  // Half a figure is no mistake yet.
  const wrong = typed.trim().length > 2 && !advice;
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
          error={wrong ? t('outOfRange', { least, most }) : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            kept(measure).write(target.value);
          }}
        />
        <RadioGroup
          legend={t('fit')}
          name="fit"
          layout="chips"
          value={fit}
          onChange={(value) => setFit(fits.find((one) => one === value) ?? 'regular')}
          options={fits.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <div role="status">{advice ? <Result advice={advice} offered={offered} onTake={onTake} /> : null}</div>
    </section>
  );
}

type ResultProps = Omit<SizeAdviserFormProps, 'garment'> & { advice: Advice };

function Result({ advice: { size, room, orLarger, outside }, offered, onTake }: ResultProps) {
  const t = useTranslations('size-adviser', sizeAdviserMessages);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-tint p-4 text-on-tint">
      <div>
        <p className="font-semibold text-lg">{t('advice', { size })}</p>
        <p>
          {outside ? t(outside, { size }) : t('room', { room })}{' '}
          {orLarger ? t('orLarger', { size: orLarger }) : null}
        </p>
      </div>
      {offered.includes(size) ? <Button onClick={() => onTake(size)}>{t('take', { size })}</Button> : null}
    </div>
  );
}
