import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { usersWords } from '#app/messages/en/admin-users.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import type { Person } from './read-people.ts';

type RemoveSecondStepProps = { person: Person | null; onClose: () => void };

/** Asks whether somebody's second steps shall go, and has the database remove and note it. */
export function RemoveSecondStep({ person, onClose }: RemoveSecondStepProps) {
  const t = useWords(usersWords);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  if (!person) return null;
  const name = person.name || person.email;

  const remove = async () => {
    setBusy(true);
    setFailure('');
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('remove_user_factors', {
      p_user_id: person.id,
      p_tenant_id: pageTenant(),
    });
    setBusy(false);
    if (error) {
      setFailure(refusalOf({ ...error, status }));
      return;
    }
    toast({ title: t('stepRemoved', { name: toastName(name) }) });
    onClose();
    await revalidate();
  };

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
