import { useState } from 'react';
import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { forgetRefusedActs, type RefusedActs, useRefusedActs } from '../ui/asked-act.ts';
import { useChange } from '../ui/use-change.ts';
import { requestApprovals } from './requests-data.ts';

/** Offers to ask somebody for what was just refused because of the person's ceiling. Used once, in the layout. */
export function AskForApproval() {
  const refused = useRefusedActs();
  return refused ? <AskDialog refused={refused} /> : null;
}

function AskDialog({ refused }: { refused: RefusedActs }) {
  const t = adminRequestsTexts();
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const { busy, change } = useChange();
  const ask = () =>
    change({
      run: () => requestApprovals(refused.acts, note.trim()),
      done: (count) => ({ title: t('asked', { count }), description: t('askedThen') }),
      onDone: forgetRefusedActs,
      onFailure: setFailure,
    });
  return (
    <Dialog
      open
      onClose={forgetRefusedActs}
      title={t('askTitle')}
      description={refused.why}
      ignoreBackdropClick
    >
      <DialogForm
        onSubmit={ask}
        busy={busy}
        failure={failure}
        submit={t('ask')}
        buttons={
          <Button variant="quiet" onClick={forgetRefusedActs}>
            {t('notNow')}
          </Button>
        }
      >
        <TextareaField
          label={t('note')}
          hint={t('noteHint')}
          optional
          maxLength={1000}
          rows={3}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
