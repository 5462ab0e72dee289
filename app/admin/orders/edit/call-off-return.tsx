import { useState } from 'react';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { allowExchange, withdrawReturn } from '../data/return-calls.ts';

/** Actions for a return that has not arrived: allow another exchange where replacements were sent, or cancel it. */
export function CallOffReturn({ one }: { one: AdminFullOrder['returns'][number] }) {
  const t = adminReturnsTexts();
  const [allowing, setAllowing] = useState(false);
  const { busy, change } = useChange();
  const end = () =>
    change({
      run: () => withdrawReturn(one.id),
      done: t('calledOff', { number: one.number }),
      failed: t('notCalledOff'),
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="small" busy={busy} onClick={() => void end()}>
        {t('callOff')}
      </Button>
      {one.replacement_order_id && !one.allowance ? (
        <Button variant="outline" size="small" onClick={() => setAllowing(true)}>
          {t('allowExchange')}
        </Button>
      ) : null}
      {allowing ? <AllowExchange returnId={one.id} onClose={() => setAllowing(false)} /> : null}
    </div>
  );
}

function AllowExchange({ returnId, onClose }: { returnId: string; onClose: () => void }) {
  const t = adminReturnsTexts();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  const allow = async () => {
    if (reason.trim() === '') return setProblem(t('allowReasonMissing'));
    await change({
      run: () => allowExchange(returnId, reason),
      failed: t('notAllowed'),
      onDone: onClose,
      onFailure: setProblem,
    });
  };
  return (
    <FormDialog
      size="small"
      title={t('allowExchange')}
      description={t('allowExchangeWhy')}
      dirty={reason !== ''}
      onClose={onClose}
      onSubmit={allow}
      busy={busy}
      submit={t('allowExchange')}
    >
      <TextField
        label={t('reason')}
        maxLength={500}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setProblem('');
        }}
        error={problem}
      />
    </FormDialog>
  );
}
