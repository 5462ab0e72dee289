import { useState } from 'react';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { officeAddress } from '#app/lib/office-address.ts';
import { pageOffice } from '#app/lib/page-tenant.ts';
import { seeAs } from '#app/lib/seen-as.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useChange } from '../ui/use-change.ts';
import { capabilitiesByArea, limitedName, staffRoleName } from './right-names.ts';
import { type RoleDraft, StaffRoleForm } from './staff-role-form.tsx';
import { type CeilingUnits, deleteStaffRole, type StaffRole } from './staff-roles-data.ts';

type StaffRolesProps = {
  roles: StaffRole[];
  needs: ReadonlyMap<Capability, readonly Capability[]>;
  units: CeilingUnits;
  isOwner: boolean;
};

/** The roles beside admin and super admin, with what each may do; owners of all stores make, copy and change them. */
export function StaffRoles({ roles, needs, units, isOwner }: StaffRolesProps) {
  const t = adminRightsTexts();
  const { busyWith, change } = useChange();
  const [draft, setDraft] = useState<RoleDraft | null>(null);
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-ink-soft">{t('rolesLead')}</p>
      {isOwner ? (
        <Button
          className="justify-self-start"
          onClick={() =>
            setDraft({
              changed: null,
              name: '',
              translations: {},
              capabilities: [],
              ceilings: {},
              needsSecondFactor: false,
            })
          }
        >
          {t('newRole')}
        </Button>
      ) : (
        <p className="text-ink-soft">{t('rolesByOwner')}</p>
      )}
      <ul className="divide-y rounded-card border bg-surface">
        {roles.map((role) => {
          const name = staffRoleName(role);
          return (
            <li key={role.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="wrap-anywhere flex flex-wrap items-center gap-2 font-semibold text-base">
                  <bdi>{name}</bdi>
                  {role.key ? <Badge>{t('fixed')}</Badge> : null}
                  {role.needsSecondFactor ? <Badge tone="tint">{t('needsSecondFactor')}</Badge> : null}
                </h2>
                <span className="flex flex-wrap gap-2">
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={t('seeAsOf', { role: name })}
                    onClick={() => {
                      seeAs({ role: name, capabilities: role.capabilities });
                      // Pages and buttons of one role for each document.
                      window.location.assign(officeAddress(pageOffice(), '/admin', pageLanguage()));
                    }}
                  >
                    {t('seeAs')}
                  </Button>
                  {isOwner ? (
                    <>
                      {role.key ? null : (
                        <>
                          <Button
                            variant="outline"
                            size="small"
                            aria-label={t('changeRoleOf', { role: name })}
                            onClick={() => setDraft({ ...role, changed: role })}
                          >
                            {t('changeRole')}
                          </Button>
                          <Button
                            variant="quiet"
                            size="small"
                            busy={busyWith === role.id}
                            aria-label={t('deleteRoleOf', { role: name })}
                            onClick={() =>
                              void change({
                                key: role.id,
                                run: () => deleteStaffRole(role.id),
                                done: t('roleDeleted', { role: toastName(name) }),
                                failed: t('roleNotDeleted'),
                              })
                            }
                          >
                            {t('deleteRole')}
                          </Button>
                        </>
                      )}
                      <Button
                        variant="quiet"
                        size="small"
                        aria-label={t('copyRoleOf', { role: name })}
                        onClick={() =>
                          setDraft({
                            changed: null,
                            name: t('copyOf', { role: name }),
                            translations: {},
                            capabilities: role.capabilities,
                            ceilings: role.ceilings,
                            needsSecondFactor: role.needsSecondFactor,
                          })
                        }
                      >
                        {t('copyRole')}
                      </Button>
                    </>
                  ) : null}
                </span>
              </div>
              <dl className="grid gap-1 text-sm">
                {capabilitiesByArea(role.capabilities).map((area) => (
                  <div key={area.area} className="flex flex-wrap gap-x-2">
                    <dt className="text-ink-soft">{area.name}:</dt>
                    <dd>
                      {area.capabilities
                        .map((capability) =>
                          limitedName(units, capability, role.ceilings[capability] ?? null),
                        )
                        .join(' · ')}
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
      {draft ? (
        <StaffRoleForm draft={draft} needs={needs} units={units} onClose={() => setDraft(null)} />
      ) : null}
    </div>
  );
}
