import { type FormEvent, useState } from 'react';
import { adminDoorsTexts } from '#app/i18n/texts/admin-doors.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { ReadinessList } from '../setup/readiness-list.tsx';
import { dayAfter, shopDay } from '../ui/shop-time.ts';
import { useChange } from '../ui/use-change.ts';
import { changeStoreState, type Doors } from './doors-data.ts';

/** A state that staff choose; a removed store has no other. */
export type StateChange = Exclude<Enums<'store_state'>, 'gone'>;

const texts = {
  open: { title: 'openTitle', act: 'open', done: 'opened' },
  closed: { title: 'closeTitle', act: 'close', done: 'closed' },
  resting: { title: 'restTitle', act: 'rest', done: 'rested' },
} as const;

type ChangeStateDialogProps = { change: StateChange; doors: Doors; onClose: () => void };

/** Asks before opening a store, listing what it lacks, or closing it; for holidays with a reopening day. */
export function ChangeStateDialog({ change: state, doors, onClose }: ChangeStateDialogProps) {
  const t = adminDoorsTexts();
  const { busy, change } = useChange();
  const tomorrow = dayAfter(shopDay(), 1);
  const [day, setDay] = useState(doors.reopensOn ?? tomorrow);
  const { title, act, done } = texts[state];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changed = await change({
      run: () => changeStoreState(state, state === 'resting' ? day : undefined),
      done: t(done),
      failed: t('notChanged'),
    });
    if (changed) onClose();
  };
  return (
    <Dialog open title={t(title)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        {state === 'open' ? <Opening doors={doors} /> : null}
        {state === 'closed' ? <p>{t('closeWhy')}</p> : null}
        {state === 'resting' ? (
          <TextField
            label={t('reopensOn')}
            type="date"
            min={tomorrow}
            max={dayAfter(tomorrow, 364)}
            required
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t(act)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Opening({ doors: { readiness, waiting } }: { doors: Doors }) {
  const t = adminDoorsTexts();
  const missing = readiness.filter(({ isReady }) => !isReady);
  return (
    <>
      <p>{t(missing.length > 0 ? 'openMissing' : 'openAllReady')}</p>
      <ReadinessList readiness={missing} />
      {waiting > 0 ? <p>{t('openingAlerts', { count: waiting })}</p> : null}
    </>
  );
}
