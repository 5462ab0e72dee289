import { zodResolver } from '@hookform/resolvers/zod';
import { Fragment, useState } from 'react';
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
import { amountText } from '../ui/edit/field-schemas.ts';
import { useChange } from '../ui/use-change.ts';
import { withNeeded } from './needed-capabilities.ts';
import { capabilitiesByArea, capabilityName } from './right-names.ts';
import { type Ceilings, type CeilingUnits, type StaffRole, saveStaffRole } from './staff-roles-data.ts';

/** What the form starts with: a role to change, or the values of a new one. */
export type RoleDraft = Pick<
  StaffRole,
  'name' | 'translations' | 'capabilities' | 'ceilings' | 'needsSecondFactor'
> & {
  changed: StaffRole | null;
};

const roleForm = z.object({
  name: z.string().transform(cleanText).pipe(z.string().min(1).max(60)),
  arabicName: z.string().transform(cleanText).pipe(z.string().max(60)),
});

const ceilingSchemas = {
  pounds_a_day: amountText(() => '', { least: 0, most: 10_000_000, optional: true }),
  percent: amountText(() => '', { least: 0, most: 100, optional: true }),
};

type StaffRoleFormProps = {
  draft: RoleDraft;
  needs: ReadonlyMap<Capability, readonly Capability[]>;
  units: CeilingUnits;
  onClose: () => void;
};

/** Dialog that makes or changes a role: its names, and what people with it may do. */
export function StaffRoleForm({ draft, needs, units, onClose }: StaffRoleFormProps) {
  const t = adminRightsTexts();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(roleForm),
    defaultValues: { name: draft.name, arabicName: draft.translations.ar?.name ?? '' },
  });
  const [needsSecondFactor, setNeedsSecondFactor] = useState(draft.needsSecondFactor);
  const [chosen, setChosen] = useState<ReadonlySet<Capability>>(new Set(draft.capabilities));
  const [typed, setTyped] = useState<Partial<Record<Capability, string>>>(() =>
    Object.fromEntries(Object.entries(draft.ceilings).map(([name, ceiling]) => [name, String(ceiling)])),
  );
  const { busy, change } = useChange();
  const [failure, setFailure] = useState('');
  const all = withNeeded(chosen, needs);

  const save = handleSubmit(({ name, arabicName }) => {
    const ceilings: Ceilings = {};
    for (const [capability, unit] of units) {
      const ceiling = ceilingSchemas[unit].safeParse(typed[capability] ?? '');
      if (!ceiling.success) return setFailure(`${capabilityName(capability)}: ${t('ceilingWrong')}`);
      if (all.has(capability) && ceiling.data !== '') ceilings[capability] = Number(ceiling.data);
    }
    return change({
      run: () =>
        saveStaffRole(draft.changed, {
          name,
          translations: arabicName ? { ar: { name: arabicName } } : {},
          capabilities: [...all],
          ceilings,
          needsSecondFactor,
        }),
      done: t('roleSaved', { role: toastName(name) }),
      onDone: onClose,
      onFailure: setFailure,
    });
  });

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
                const unit = units.get(capability);
                return (
                  <Fragment key={capability}>
                    <Checkbox
                      label={capabilityName(capability)}
                      hint={isNeeded ? t('takenAlong') : undefined}
                      checked={all.has(capability)}
                      disabled={isNeeded}
                      onChange={(event) => choose(capability, event.currentTarget.checked)}
                    />
                    {unit && all.has(capability) ? (
                      <TextField
                        label={t(`ceiling_${unit}`)}
                        hint={t('ceilingHint')}
                        optional
                        inputMode="decimal"
                        maxLength={11}
                        className="ms-8 mb-3 max-w-56"
                        value={typed[capability] ?? ''}
                        onChange={({ currentTarget: { value } }) =>
                          setTyped((before) => ({ ...before, [capability]: value }))
                        }
                      />
                    ) : null}
                  </Fragment>
                );
              })}
            </fieldset>
          ))}
        </div>
      </DialogForm>
    </Dialog>
  );
}
