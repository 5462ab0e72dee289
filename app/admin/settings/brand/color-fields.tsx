import { useFormContext, useWatch } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type BrandForm, darkGrounds, lightGrounds } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';
import { ChoiceField } from './choice-field.tsx';

/** Deriving colors takes a library that no other page of the office needs. */
const BrandColors = lazyWithRetry(() => import('./brand-colors.tsx'));

/** Fields for the brand's two colors and its pages' backgrounds. */
export function ColorFields() {
  const t = adminSettingsTexts();
  const labels = brandLabels();
  const { register, control, formState } = useFormContext<BrandForm>();
  const [primaryColor, secondaryColor, light, dark] = useWatch({
    control,
    name: ['primary_color', 'secondary_color', 'light_ground', 'dark_ground'],
  });
  return (
    <>
      {(['primary_color', 'secondary_color'] as const).map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          hint={t('colorHint')}
          dir="ltr"
          error={formState.errors[name]?.message}
          {...register(name)}
        />
      ))}
      <ChoiceField name="light_ground" values={lightGrounds} textOf={(value) => t(`ground_${value}`)} />
      <ChoiceField name="dark_ground" values={darkGrounds} textOf={(value) => t(`ground_${value}`)} />
      <div className="sm:col-span-2">
        <BrandColors source={{ primaryColor, secondaryColor, design: { ground: { light, dark } } }} />
      </div>
    </>
  );
}
