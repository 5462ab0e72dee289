import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { densities, elevations } from './brand-form.ts';
import { ChoiceField } from './choice-field.tsx';
import { NumberField } from './number-field.tsx';

/** Spacing, shadows, lines and corners. */
export function ShapeFields() {
  const t = adminSettingsTexts();
  return (
    <>
      <ChoiceField name="density" values={densities} textOf={(value) => t(`density_${value}`)} />
      <ChoiceField name="elevation" values={elevations} textOf={(value) => t(`elevation_${value}`)} />
      <NumberField name="stroke" hint={t('pixelsUpTo', { most: 4 })} />
      <NumberField name="control_radius" hint={t('controlRadiusHint')} />
      <NumberField name="card_radius" hint={t('pixelsUpTo', { most: 60 })} />
      <NumberField name="picture_radius" hint={t('pixelsUpTo', { most: 60 })} />
    </>
  );
}
