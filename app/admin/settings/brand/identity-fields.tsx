import { useFormContext } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { classes } from '#app/ui/classes.ts';
import { TranslatedField } from '../../ui/edit/translated-field.tsx';
import { BrandFileField } from './brand-file-field.tsx';
import type { BrandForm } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';

/** The name of the store in each language, its logo and its icon. */
export function IdentityFields({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const t = adminSettingsTexts();
  const labels = brandLabels();
  const { register } = useFormContext<BrandForm>();
  return (
    <>
      <TranslatedField className="sm:col-span-2" name="name" label={labels.name} />
      <BrandFileField
        name="logo"
        use="logo"
        hint={t('logoHint')}
        preview={(path) => (
          <>
            <Sample path={path} className="light-ground" />
            <Sample path={path} className="dark-ground" />
          </>
        )}
        onBusy={onBusy}
      />
      <BrandFileField
        name="logo_dark"
        use="logo"
        hint={t('logoDarkHint')}
        remove={t('removeLogoDark')}
        preview={(path) => <Sample path={path} className="dark-ground" />}
        onBusy={onBusy}
      />
      <BrandFileField
        name="icon"
        use="icon"
        hint={t('iconHint')}
        remove={t('removeIcon')}
        preview={(path) => <Sample path={path} className="light-ground" />}
        onBusy={onBusy}
      />
      <Checkbox label={labels.hides_name} {...register('hides_name')} />
    </>
  );
}

/** A picture of the brand on a background. */
function Sample({ path, className }: { path: string; className: string }) {
  return (
    <span className={classes('inline-flex rounded-card border bg-page p-3', className)}>
      <img src={path} alt="" className="h-10 w-auto max-w-48 object-contain" />
    </span>
  );
}
