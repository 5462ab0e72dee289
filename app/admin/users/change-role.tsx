import { useState } from 'react';
import { type Role, roleOf } from '#app/auth/model.ts';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useChange } from '../ui/use-change.ts';
import type { Person } from './read-people.ts';

async function setRole(userId: string, role: Role): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('set_user_role', { p_user_id: userId, p_tenant_id: pageTenant(), p_role: role }));
}

type ChangeRoleProps = { person: Person | null; roles: Role[]; onClose: () => void };

/** Dialog that changes a user's role, and shows why a change was refused. */
export function ChangeRole({ person, roles, onClose }: ChangeRoleProps) {
  const t = adminUsersTexts();
  const [role, setNewRole] = useState<Role>(person?.role ?? 'user');
  const { busy, change } = useChange();
  const [failure, setFailure] = useState('');
  if (!person) return null;
  const name = person.name || person.email;

  const confirm = () =>
    change({
      run: () => setRole(person.id, role),
      done: t('changed', { name: toastName(name), role: t(role) }),
      onDone: onClose,
      onFailure: setFailure,
    });

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
          <Button busy={busy} disabled={role === person.role} onClick={() => void confirm()}>
            {t('confirm', { role: t(role) })}
          </Button>
        </>
      }
    >
      <SelectField
        label={t('role')}
        value={role}
        error={failure}
        onChange={(event) => setNewRole(roleOf(event.currentTarget.value))}
      >
        {roles.map((option) => (
          <option key={option} value={option}>
            {t(option)}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}
