import { useState } from 'react';
import { formatDate, formatList } from '#app/i18n/format.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { shopDay } from '../ui/shop-time.ts';
import { useChange } from '../ui/use-change.ts';
import type { Person } from './read-people.ts';
import {
  capabilitiesByArea,
  highestCeiling,
  limitedName,
  roleOfRight,
  staffRoleName,
} from './right-names.ts';
import {
  type CeilingUnits,
  grantStaffRole,
  revokeStaffRole,
  type StaffGrant,
  type StaffRight,
  type StaffRole,
} from './staff-roles-data.ts';

type PersonRightsProps = {
  person: Person;
  roles: StaffRole[];
  grants: StaffGrant[];
  rights: StaffRight[];
  units: CeilingUnits;
  /** Whether the signed-in person gives roles in all stores. */
  givesEverywhere: boolean;
  onClose: () => void;
};

/** Dialog with a person's further roles, to give and to take away, and with all that they may do. */
export function PersonRights({
  person,
  roles,
  grants,
  rights,
  units,
  givesEverywhere,
  onClose,
}: PersonRightsProps) {
  const t = adminRightsTexts();
  const name = person.name || person.email;
  const held = rights.filter(({ userId }) => userId === person.id);
  const byCapability = Map.groupBy(held, ({ capability }) => capability);
  const roleNames = [...new Set(held.map((right) => roleOfRight(right, roles)))];
  return (
    <Dialog open size="large" onClose={onClose} title={t('rightsOf', { name })}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <section aria-labelledby="further-roles" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h3 id="further-roles" className="font-semibold">
            {t('furtherRoles')}
          </h3>
          <HeldRoles
            name={name}
            roles={roles}
            grants={grants.filter(({ user_id }) => user_id === person.id)}
            givesEverywhere={givesEverywhere}
          />
          <GiveRole
            key={grants.length}
            userId={person.id}
            name={name}
            roles={roles}
            givesEverywhere={givesEverywhere}
          />
        </section>
        <section aria-labelledby="may" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 id="may" className="font-semibold">
            {t('may')}
          </h3>
          {held.length > 0 ? (
            <>
              <p className="text-ink-soft text-sm">{t('through', { roles: formatList(roleNames) })}</p>
              <dl className="grid gap-1 text-sm">
                {capabilitiesByArea(byCapability.keys()).map((area) => (
                  <div key={area.area} className="flex flex-wrap gap-x-2">
                    <dt className="text-ink-soft">{area.name}:</dt>
                    <dd>
                      {area.capabilities
                        .map((name) => limitedName(units, name, highestCeiling(byCapability.get(name) ?? [])))
                        .join(' · ')}
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          ) : (
            <p className="text-ink-soft">{t('mayNothing')}</p>
          )}
        </section>
      </div>
    </Dialog>
  );
}

type HeldRolesProps = {
  name: string;
  roles: StaffRole[];
  grants: StaffGrant[];
  givesEverywhere: boolean;
};

function HeldRoles({ name, roles, grants, givesEverywhere }: HeldRolesProps) {
  const t = adminRightsTexts();
  const { busyWith, change } = useChange();
  if (grants.length === 0) return <p className="text-ink-soft">{t('noFurtherRoles')}</p>;
  const today = shopDay();
  return (
    <ul className="divide-y rounded-card border bg-surface">
      {grants.map((grant) => {
        const found = roles.find(({ id }) => id === grant.role_id);
        const role = found ? staffRoleName(found) : '';
        const { starts_on: from, ends_on: until } = grant;
        return (
          <li key={grant.id} className="flex flex-wrap items-center justify-between gap-2 p-3">
            <span className="grid">
              <span className="flex flex-wrap items-center gap-2">
                <bdi>{role}</bdi>
                {grant.tenant_id === null ? <Badge>{t('everywhere')}</Badge> : null}
                {until !== null && until < today ? <Badge>{t('ended')}</Badge> : null}
                {from > today ? <Badge>{t('notYet')}</Badge> : null}
              </span>
              <span className="text-ink-soft text-sm">
                {until === null
                  ? t('fromDay', { day: formatDate(from) })
                  : t('days', { from: formatDate(from), until: formatDate(until) })}
              </span>
            </span>
            {grant.tenant_id !== null || givesEverywhere ? (
              <Button
                variant="outline"
                size="small"
                busy={busyWith === grant.id}
                aria-label={t('takeRoleOf', { role })}
                onClick={() =>
                  void change({
                    key: grant.id,
                    run: () => revokeStaffRole(grant),
                    done: t('roleTaken', { name: toastName(name), role }),
                    failed: t('roleNotTaken'),
                  })
                }
              >
                {t('takeRole')}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

type GiveRoleProps = { userId: string; name: string; roles: StaffRole[]; givesEverywhere: boolean };

function GiveRole({ userId, name, roles, givesEverywhere }: GiveRoleProps) {
  const t = adminRightsTexts();
  const { busy, change } = useChange();
  const [roleId, setRoleId] = useState(roles[0]?.id ?? '');
  const [startsOn, setStartsOn] = useState(shopDay());
  const [endsOn, setEndsOn] = useState('');
  const [allStores, setAllStores] = useState(false);
  const [failure, setFailure] = useState('');
  const role = roles.find(({ id }) => id === roleId);
  const give = () =>
    change({
      run: () => grantStaffRole(userId, roleId, { startsOn, endsOn, allStores }),
      done: t('roleGiven', { name: toastName(name), role: role ? staffRoleName(role) : '' }),
      onFailure: setFailure,
    });
  return (
    <DialogForm onSubmit={give} busy={busy} failure={failure} submit={t('giveRole')}>
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <SelectField
          label={t('role')}
          value={roleId}
          onChange={(event) => setRoleId(event.currentTarget.value)}
        >
          {roles.map((option) => (
            <option key={option.id} value={option.id}>
              {staffRoleName(option)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('from')}
          type="date"
          value={startsOn}
          onChange={(event) => setStartsOn(event.currentTarget.value)}
        />
        <TextField
          label={t('until')}
          hint={t('untilHint')}
          optional
          type="date"
          value={endsOn}
          onChange={(event) => setEndsOn(event.currentTarget.value)}
        />
        {givesEverywhere ? (
          <SelectField
            label={t('where')}
            value={allStores ? 'all' : 'this'}
            onChange={(event) => setAllStores(event.currentTarget.value === 'all')}
          >
            <option value="this">{t('inThisStore')}</option>
            <option value="all">{t('inAllStores')}</option>
          </SelectField>
        ) : null}
      </div>
    </DialogForm>
  );
}
