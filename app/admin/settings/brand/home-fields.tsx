import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { landings, lookNames } from './brand-form.ts';
import { ChoiceField } from './choice-field.tsx';
import { SectionOrder } from './section-order.tsx';

/** The home page: its kind, its hero and its sections. */
export function HomeFields() {
  const t = adminSettingsTexts();
  return (
    <>
      <ChoiceField
        name="landing"
        hint={t('landingHint')}
        values={landings}
        textOf={(value) => t(`landing_${value}`)}
      />
      <ChoiceField
        name="hero_look"
        hint={t('heroLookHint')}
        values={['', ...lookNames]}
        textOf={(value) => (value === '' ? t('ownLook') : t(`look_${value}`))}
      />
      <SectionOrder />
    </>
  );
}
