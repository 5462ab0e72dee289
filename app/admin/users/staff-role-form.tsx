import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useChange } from '../ui/use-change.ts';
import { withNeeded } from './needed-capabilities.ts';
import { capabilitiesByArea, capabilityName } from './right-names.ts';
import { type StaffRole, saveStaffRole } from './staff-roles-data.ts';

/** What the form starts with: a role to change, or the values of a new one. */
export type RoleDraft = Pick<StaffRole, 'name' | 'translations' | 'capabilities' | 'needsSecondFactor'> & {
  changed: StaffRole | null;
};

const roleForm = z.object({
  name: z.string().transform(cleanText).pipe(z.string().min(1).max(60)),
  arabicName: z.string().transform(cleanText).pipe(z.string().max(60)),
});

type StaffRoleFormProps = {
  draft: RoleDraft;
  needs: ReadonlyMap<Capability, readonly Capability[]>;
  onClose: () => void;
};

/** Dialog that makes or changes a role: its names, and what people with it may do. */
export function StaffRoleForm({ draft, needs, onClose }: StaffRoleFormProps) {
  const t = adminRightsTexts();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(roleForm),
    defaultValues: { name: draft.name, arabicName: draft.translations.ar?.name ?? '' },
  });
  const [needsSecondFactor, setNeedsSecondFactor] = useState(draft.needsSecondFactor);
  const [chosen, setChosen] = useState<ReadonlySet<Capability>>(new Set(draft.capabilities));
  const { busy, change } = useChange();
  const [failure, setFailure] = useState('');
  const all = withNeeded(chosen, needs);

  const save = handleSubmit(({ name, arabicName }) =>
    change({
      run: () =>
        saveStaffRole(draft.changed, {
          name,
          translations: arabicName ? { ar: { name: arabicName } } : {},
          capabilities: [...all],
          needsSecondFactor,
        }),
      done: t('roleSaved', { role: toastName(name) }),
      onDone: onClose,
      onFailure: setFailure,
    }),
  );

  const choose = (capability: Capability, isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (isChosen) after.add(capability);
      else after.delete(capability);
      return after;
    });

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={draft.changed ? t('changeRoleOf', { role: draft.name }) : t('newRole')}
    >
      <DialogForm
        onSubmit={save}
        busy={busy}
        failure={failure}
        submit={t('saveRole')}
        buttons={
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('roleName')}
            error={formState.errors.name && t('roleNameMissing')}
            maxLength={60}
            {...register('name')}
          />
          <TextField
            label={t('roleNameArabic')}
            optional
            lang="ar"
            maxLength={60}
            {...register('arabicName')}
          />
        </div>
        <Checkbox
          label={t('needsSecondFactor')}
          hint={t('needsSecondFactorHint')}
          checked={needsSecondFactor}
          onChange={(event) => setNeedsSecondFactor(event.currentTarget.checked)}
        />
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {capabilitiesByArea(needs.keys()).map(({ area, name, capabilities }) => (
            <fieldset key={area} className="min-w-0">
              <legend className="font-semibold">{name}</legend>
              {capabilities.map((capability) => {
                const isNeeded = all.has(capability) && !chosen.has(capability);
                return (
                  <Checkbox
                    key={capability}
                    label={capabilityName(capability)}
                    hint={isNeeded ? t('takenAlong') : undefined}
                    checked={all.has(capability)}
                    disabled={isNeeded}
                    onChange={(event) => choose(capability, event.currentTarget.checked)}
                  />
                );
              })}
            </fieldset>
          ))}
        </div>
      </DialogForm>
    </Dialog>
  );
}
