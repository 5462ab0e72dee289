import { useState } from 'react';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { sendOnce } from '#app/ui/send-once.ts';
import { toastName } from '#app/ui/toast.ts';
import { useChange } from '../ui/use-change.ts';
import type { Person } from './read-people.ts';

/** Removes a user's second steps; the database writes it to the audit log. */
async function removeFactors(userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const person = { p_user_id: userId, p_tenant_id: pageTenant() };
  await sendOnce(`remove_user_factors ${userId}`, async (requestId) =>
    dataOf(await supabase.rpc('remove_user_factors', { ...person, p_request_id: requestId })),
  );
}

type RemoveSecondStepProps = { person: Person | null; onClose: () => void };

/** Dialog that removes a user's second steps. */
export function RemoveSecondStep({ person, onClose }: RemoveSecondStepProps) {
  const t = adminUsersTexts();
  const { busy, change } = useChange();
  const [failure, setFailure] = useState('');
  if (!person) return null;
  const name = person.name || person.email;

  const remove = () =>
    change({
      run: () => removeFactors(person.id),
      done: t('stepRemoved', { name: toastName(name) }),
      onDone: onClose,
      onFailure: setFailure,
    });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('removeStepTitle', { name })}
      description={t('removeStepWhy')}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button variant="destructive" busy={busy} onClick={() => void remove()}>
            {t('removeStepSure')}
          </Button>
        </>
      }
    >
      <FieldError id="remove-second-step">{failure}</FieldError>
    </Dialog>
  );
}
