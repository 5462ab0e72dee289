import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Language, languageFacts, languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import type { SentInvitation } from '#app/lib/staff-invitation.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { shopDay } from '../ui/shop-time.ts';
import { useChange } from '../ui/use-change.ts';
import { inviteStaff } from './invitations-data.ts';
import { staffRoleName } from './right-names.ts';
import type { StaffRole } from './staff-roles-data.ts';

type InviteFormProps = {
  roles: StaffRole[];
  /** The stores to which the signed-in person may invite. */
  stores: readonly { id: string; name: string }[];
  givesEverywhere: boolean;
  onSent: (sent: SentInvitation) => void;
  onClose: () => void;
};

/** The value of the choice of all stores among those of stores; no store can have this id. */
const everywhere = 'all';

/** Dialog that invites somebody by mail: roles, stores and days. */
export function InviteForm({ roles, stores, givesEverywhere, onSent, onClose }: InviteFormProps) {
  const t = adminRightsTexts();
  const { busy, change } = useChange();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, formState, watch } = useForm({
    defaultValues: {
      email: '',
      language: pageLanguage() as string,
      roleIds: [] as string[],
      stores: [pageTenant()],
      startsOn: shopDay(),
      endsOn: '',
    },
  });
  const { errors } = formState;
  const isEverywhere = watch('stores').includes(everywhere);
  const invite = handleSubmit((form) =>
    change({
      run: () =>
        inviteStaff({
          ...form,
          language: form.language as Language,
          stores: form.stores.includes(everywhere) ? 'all' : form.stores,
        }),
      onDone: onSent,
      onFailure: setFailure,
    }),
  );
  return (
    <Dialog open size="large" onClose={onClose} title={t('invitePerson')}>
      <DialogForm
        onSubmit={invite}
        busy={busy}
        failure={failure}
        submit={t('sendInvitation')}
        buttons={
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('inviteEmail')}
            hint={t('inviteEmailHint')}
            type="email"
            autoComplete="off"
            error={errors.email && t('inviteNeedsEmail')}
            {...register('email', { required: true })}
          />
          <SelectField label={t('inviteLanguage')} {...register('language')}>
            {languages.map((language) => (
              <option key={language} value={language} lang={language}>
                {languageFacts[language].name}
              </option>
            ))}
          </SelectField>
        </div>
        <fieldset className="min-w-0">
          <legend className="font-semibold">{t('inviteRoles')}</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {roles.map((role) => (
              <Checkbox
                key={role.id}
                label={staffRoleName(role)}
                value={role.id}
                {...register('roleIds', { required: true })}
              />
            ))}
          </div>
          <FieldError id="invite-roles">{errors.roleIds && t('inviteNeedsRole')}</FieldError>
        </fieldset>
        {stores.length > 1 || givesEverywhere ? (
          <fieldset className="min-w-0">
            <legend className="font-semibold">{t('inviteStores')}</legend>
            <div className="grid gap-x-6 sm:grid-cols-2">
              {stores.map((store) => (
                <Checkbox
                  key={store.id}
                  label={<bdi>{store.name}</bdi>}
                  value={store.id}
                  disabled={isEverywhere}
                  {...register('stores', { required: true })}
                />
              ))}
              {givesEverywhere ? (
                <Checkbox label={t('allStores')} value={everywhere} {...register('stores')} />
              ) : null}
            </div>
            <FieldError id="invite-stores">{errors.stores && t('inviteNeedsStore')}</FieldError>
          </fieldset>
        ) : null}
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField label={t('from')} type="date" {...register('startsOn')} />
          <TextField label={t('until')} hint={t('untilHint')} optional type="date" {...register('endsOn')} />
        </div>
      </DialogForm>
    </Dialog>
  );
}
