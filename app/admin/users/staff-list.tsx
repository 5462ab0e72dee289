import { useState } from 'react';
import { formatDateTime, formatList } from '#app/i18n/format.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import type { SentInvitation } from '#app/lib/staff-invitation.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { useOfficeStores } from '../ui/office-stores.ts';
import { useChange } from '../ui/use-change.ts';
import { type Invitation, sendInvitationAgain, takeInvitationBack } from './invitations-data.ts';
import { InviteForm } from './invite-form.tsx';
import type { Person } from './read-people.ts';
import { staffRoleName } from './right-names.ts';
import type { StaffGrant, StaffRole } from './staff-roles-data.ts';

type StaffListProps = {
  people: Person[];
  invitations: Invitation[];
  roles: StaffRole[];
  grants: StaffGrant[];
  /** The ids of the stores to which the signed-in person may invite; none if they may not. */
  invitesTo: readonly string[];
  givesEverywhere: boolean;
  onRights: (person: Person) => void;
  onSecondStep: (person: Person) => void;
};

/** Who works in this store, and who is invited to. */
export function StaffList(props: StaffListProps) {
  const { people, invitations, roles, grants, invitesTo, givesEverywhere, onRights, onSecondStep } = props;
  const t = adminRightsTexts();
  const tUsers = adminUsersTexts();
  const [inviting, setInviting] = useState(false);
  const [unsent, setUnsent] = useState<SentInvitation | null>(null);
  const stores = useOfficeStores().filter(({ id }) => invitesTo.includes(id));
  const onSent = (sent: SentInvitation) => {
    setInviting(false);
    if (sent.link) setUnsent(sent);
    else toast({ title: t('invited', { email: toastName(sent.email) }) });
  };
  const rolesOf = (person: Person) =>
    roles.filter(({ id }) => grants.some(({ user_id, role_id }) => user_id === person.id && role_id === id));
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-ink-soft">{t('staffLead')}</p>
      {invitesTo.length > 0 ? (
        <Button className="justify-self-start" onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      ) : null}
      <ul className="divide-y rounded-card border bg-surface">
        {people.map((person) => {
          const name = person.name || person.email;
          return (
            <li key={person.id} className="flex flex-wrap items-center justify-between gap-3 p-4">
              <span className="grid min-w-0 gap-1">
                <bdi className="wrap-anywhere font-medium">{name}</bdi>
                <bdi className="wrap-anywhere text-ink-soft text-sm">{person.email}</bdi>
                <span className="flex flex-wrap gap-1">
                  {person.role === 'user' ? null : <Badge tone="brand">{tUsers(person.role)}</Badge>}
                  {person.inAllStores ? <Badge>{tUsers('everywhere')}</Badge> : null}
                  {rolesOf(person).map((role) => (
                    <Badge key={role.id} tone="tint">
                      {staffRoleName(role)}
                    </Badge>
                  ))}
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button
                  variant="outline"
                  size="small"
                  aria-label={t('openOf', { name })}
                  onClick={() => onRights(person)}
                >
                  {t('open')}
                </Button>
                {person.factors > 0 && !person.inAllStores ? (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={tUsers('removeStepOf', { name })}
                    onClick={() => onSecondStep(person)}
                  >
                    {tUsers('removeStep')}
                  </Button>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
      <h2 className="mt-2 font-semibold text-lg">{t('pending')}</h2>
      {invitations.length > 0 ? (
        <ul className="divide-y rounded-card border bg-surface">
          {invitations.map((invitation) => (
            <PendingInvitation
              key={invitation.id}
              invitation={invitation}
              roles={roles}
              mayChange={invitesTo.length > 0}
              onSent={onSent}
            />
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">{t('nobodyInvited')}</p>
      )}
      {inviting ? (
        <InviteForm
          roles={roles}
          stores={stores}
          givesEverywhere={givesEverywhere}
          onSent={onSent}
          onClose={() => setInviting(false)}
        />
      ) : null}
      {unsent ? <LinkToHandOn sent={unsent} onClose={() => setUnsent(null)} /> : null}
    </div>
  );
}

type PendingInvitationProps = {
  invitation: Invitation;
  roles: StaffRole[];
  mayChange: boolean;
  onSent: (sent: SentInvitation) => void;
};

function PendingInvitation({ invitation, roles, mayChange, onSent }: PendingInvitationProps) {
  const t = adminRightsTexts();
  const { busyWith, change } = useChange<'again' | 'back'>();
  const names = useOfficeStores();
  const { id, email, expiresAt, invitedBy, roleIds, allStores, tenantIds } = invitation;
  const stores = tenantIds.map((tenantId) => names.find((store) => store.id === tenantId)?.name ?? tenantId);
  const isExpired = new Date(expiresAt).getTime() <= Date.now();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <span className="grid min-w-0 gap-1">
        <bdi className="wrap-anywhere font-medium">{email}</bdi>
        <span className="flex flex-wrap gap-1">
          {isExpired ? <Badge tone="warning">{t('expired')}</Badge> : null}
          {roles
            .filter((role) => roleIds.includes(role.id))
            .map((role) => (
              <Badge key={role.id} tone="tint">
                {staffRoleName(role)}
              </Badge>
            ))}
        </span>
        <span className="text-ink-soft text-sm">
          {[
            allStores ? t('everywhere') : formatList(stores),
            t('expiresOn', {
              day: formatDateTime(expiresAt),
            }),
            t('invitedBy', { name: invitedBy }),
          ].join(' · ')}
        </span>
      </span>
      {mayChange ? (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="small"
            busy={busyWith === 'again'}
            aria-label={t('sendAgainTo', { email })}
            onClick={() =>
              void change({
                key: 'again',
                run: () => sendInvitationAgain(id),
                onDone: onSent,
                failed: t('notSentAgain'),
              })
            }
          >
            {t('sendAgain')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            busy={busyWith === 'back'}
            aria-label={t('takeBackOf', { email })}
            onClick={() =>
              void change({
                key: 'back',
                run: () => takeInvitationBack(id),
                done: t('takenBack', { email: toastName(email) }),
                failed: t('notTakenBack'),
              })
            }
          >
            {t('takeBack')}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

/** Shows the link of an invitation that no mail carries. */
function LinkToHandOn({ sent, onClose }: { sent: SentInvitation; onClose: () => void }) {
  const t = adminRightsTexts();
  const link = sent.link ?? '';
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ title: t('linkCopied') }),
      () => toast({ title: t('linkNotCopied'), variant: 'destructive' }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitedNoMail')}
      description={t(sent.problem === 'mail_failed' ? 'linkWhyFailed' : 'linkWhyNoMail', {
        email: sent.email,
      })}
      actions={
        <>
          {/* The clipboard API needs a secure context. */}
          {'clipboard' in navigator ? (
            <Button variant="outline" onClick={() => void copy()}>
              {t('copyLink')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('done')}</Button>
        </>
      }
    >
      <code
        dir="ltr"
        className="wrap-anywhere block select-all rounded-field bg-tint p-3 text-start text-on-tint"
      >
        {link}
      </code>
    </Dialog>
  );
}
