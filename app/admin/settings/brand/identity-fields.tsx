import { useFormContext } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { classes } from '#app/ui/classes.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { inputLanguage } from '../../ui/edit/translated-field.tsx';
import { otherLanguages, translatedName } from '../../ui/edit/translated-texts.ts';
import { BrandFileField } from './brand-file-field.tsx';
import type { BrandForm } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';

/** The name of the store in each language, its logo and its icon. */
export function IdentityFields({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const t = adminSettingsTexts();
  const labels = brandLabels();
  const { register, formState } = useFormContext<BrandForm>();
  return (
    <>
      <TextField
        label={labels.name}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      {otherLanguages.map((language) => {
        const name = translatedName('name', language);
        return (
          <TextField
            key={name}
            {...inputLanguage(language)}
            label={labels[name]}
            hint={t('nameElsewhereHint')}
            autoComplete="off"
            optional
            error={formState.errors[name]?.message}
            {...register(name)}
          />
        );
      })}
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
