import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Role, roleOf } from '#app/auth/model.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { usersWords } from '#app/messages/en/admin-users.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import type { Person } from './read-people.ts';

type ChangeRoleProps = { person: Person | null; roles: Role[]; onClose: () => void };

/** Asks which role somebody shall have and gives it to them; what the database refuses is said in the dialog. */
export function ChangeRole({ person, roles, onClose }: ChangeRoleProps) {
  const t = useWords(usersWords);
  const { revalidate } = useRevalidator();
  const [role, setRole] = useState<Role>(person?.role ?? 'user');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  if (!person) return null;
  const name = person.name || person.email;

  const change = async () => {
    setBusy(true);
    setFailure('');
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('set_user_role', {
      p_user_id: person.id,
      p_tenant_id: pageTenant(),
      p_role: role,
    });
    setBusy(false);
    if (error) {
      setFailure(refusalOf({ ...error, status }));
      return;
    }
    toast({ title: t('changed', { name: toastName(name), role: t(role) }) });
    onClose();
    await revalidate();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('askTitle', { name })}
      description={t(`${role}May`)}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button busy={busy} disabled={role === person.role} onClick={() => void change()}>
            {t('confirm', { role: t(role) })}
          </Button>
        </>
      }
    >
      <SelectField
        label={t('role')}
        value={role}
        error={failure}
        onChange={(event) => setRole(roleOf(event.currentTarget.value))}
      >
        {roles.map((known) => (
          <option key={known} value={known}>
            {t(known)}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}
