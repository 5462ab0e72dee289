import { type FormEvent, useState } from 'react';
import { formatDate } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminCloseDayTexts } from '#app/i18n/texts/admin-close-day.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../ui/edit/dirty-forms.ts';
import { useChange } from '../ui/use-change.ts';
import {
  type CountProblem,
  countedPounds,
  countsOf,
  differenceOf,
  placeKey,
  type TypedCount,
} from './day-counts.ts';
import { closeDay, type DayMoney } from './day-money.ts';
import { DayTable, Difference } from './day-table.tsx';
import { usePlaceName } from './use-place-name.ts';

const untyped: TypedCount = { amount: '', note: '' };

/** Form that takes what was counted at each place, and closes the day. */
export function CountForm({ day, money }: { day: string; money: readonly DayMoney[] }) {
  const t = adminCloseDayTexts();
  const tAdmin = adminTexts();
  const placeName = usePlaceName();
  const [typed, setTyped] = useState<Record<string, TypedCount>>({});
  const [note, setNote] = useState('');
  const [problems, setProblems] = useState<Record<string, CountProblem>>({});
  const [asks, setAsks] = useState(false);
  const { busy, change } = useChange();
  useDirtyForm(note !== '' || Object.keys(typed).length > 0);
  const { counts, problems: present } = countsOf(money, typed);
  const name = formatDate(`${day}T12:00:00Z`);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setProblems(present);
    setAsks(Object.keys(present).length === 0);
  };
  const close = () =>
    change({
      run: () => closeDay(day, counts, note),
      done: t('closed'),
      failed: t('notClosed'),
      onDone: () => {
        setTyped({});
        setNote('');
      },
    }).then(() => setAsks(false));
  const count = (line: DayMoney) => {
    const key = placeKey(line);
    const own = typed[key] ?? untyped;
    const place = placeName(line);
    const pounds = countedPounds(own.amount);
    const piastres = pounds === null ? null : differenceOf(line.expected, pounds);
    const type = (part: Partial<TypedCount>) => setTyped({ ...typed, [key]: { ...own, ...part } });
    const problem = problems[key] && present[key];
    return (
      <div className="grid min-w-28 max-w-xs gap-1.5">
        <TextField
          label={t('countedAt', { place })}
          hideLabel
          inputMode="decimal"
          autoComplete="off"
          value={own.amount}
          onChange={({ currentTarget: { value } }) => type({ amount: value })}
          error={problem === 'badAmount' ? t('badAmount') : ''}
        />
        {piastres === null ? null : <Difference piastres={piastres} />}
        {piastres || own.note ? (
          <TextField
            label={t('why', { place })}
            hideLabel
            placeholder={t('whyNeeded')}
            maxLength={500}
            value={own.note}
            onChange={({ currentTarget: { value } }) => type({ note: value })}
            error={problem === 'whyNeeded' ? t('whyNeeded') : ''}
          />
        ) : null}
      </div>
    );
  };
  return (
    <form onSubmit={ask} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {money.length > 0 ? <DayTable money={money} count={count} /> : null}
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        <TextareaField
          label={t('note')}
          optional
          rows={2}
          maxLength={500}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
          className="min-w-60 max-w-md flex-1"
        />
        <Button type="submit" busy={busy}>
          {t('close', { day: name })}
        </Button>
      </div>
      {asks ? (
        <Dialog
          open
          size="small"
          onClose={() => setAsks(false)}
          title={t('ask', { day: name })}
          description={t('askWhy')}
          actions={
            <>
              <Button variant="quiet" onClick={() => setAsks(false)}>
                {tAdmin('cancel')}
              </Button>
              <Button busy={busy} onClick={() => void close()}>
                {t('close', { day: name })}
              </Button>
            </>
          }
        />
      ) : null}
    </form>
  );
}
