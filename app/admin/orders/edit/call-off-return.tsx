import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import adminReturnsMessages from '#app/i18n/messages/en/admin-returns.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';
import { errorMessage } from '../../kit/error-message.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { allowExchange, withdrawReturn } from '../data/return-calls.ts';

/** For a return that has not come: another exchange all the same, where others were sent for it, or the end of it. */
export function CallOffReturn({ one }: { one: AdminFullOrder['returns'][number] }) {
  const t = useTranslations('admin-returns', adminReturnsMessages);
  const { revalidate } = useRevalidator();
  const [allowing, setAllowing] = useState(false);
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await withdrawReturn(one.id);
      toast({ title: t('calledOff', { number: one.number }) });
    } catch (error) {
      toast({ title: t('notCalledOff'), description: errorMessage(error), variant: 'destructive' });
    }
    await revalidate();
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="small" busy={busy} onClick={() => void end()}>
        {t('callOff')}
      </Button>
      {one.replacement_order_id && !one.exchange_allowed ? (
        <Button variant="outline" size="small" onClick={() => setAllowing(true)}>
          {t('allowExchange')}
        </Button>
      ) : null}
      {allowing ? <AllowExchange returnId={one.id} onClose={() => setAllowing(false)} /> : null}
    </div>
  );
}

function AllowExchange({ returnId, onClose }: { returnId: string; onClose: () => void }) {
  const t = useTranslations('admin-returns', adminReturnsMessages);
  const { revalidate } = useRevalidator();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const allow = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setProblem(t('allowReasonMissing'));
    setBusy(true);
    try {
      await allowExchange(returnId, reason);
      onClose();
    } catch (error) {
      setProblem(`${t('notAllowed')}. ${errorMessage(error)}`);
    }
    await revalidate();
    setBusy(false);
  };
  return (
    <FormDialog
      size="small"
      title={t('allowExchange')}
      description={t('allowExchangeWhy')}
      dirty={reason !== ''}
      onClose={onClose}
    >
      {(cancel) => (
        <form onSubmit={(event) => void allow(event)} noValidate className="grid gap-4">
          <TextField
            label={t('allowReason')}
            maxLength={500}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setProblem('');
            }}
            error={problem}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" busy={busy}>
              {t('allowExchange')}
            </Button>
          </div>
        </form>
      )}
    </FormDialog>
  );
}
