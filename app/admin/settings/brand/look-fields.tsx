import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { headers, lookNames, motions, ornaments, partName, parts, strips } from './brand-form.ts';
import { ChoiceField } from './choice-field.tsx';

/** The look of the brand's pages, and what it takes from other looks. */
export function LookFields() {
  const t = adminSettingsTexts();
  return (
    <>
      <ChoiceField
        name="look"
        hint={t('lookHint')}
        className="sm:col-span-2"
        values={lookNames}
        textOf={(value) => t(`look_${value}`)}
      />
      <ChoiceField name="header" values={headers} textOf={(value) => t(`header_${value}`)} />
      <ChoiceField name="strip" values={strips} textOf={(value) => t(`strip_${value}`)} />
      <ChoiceField name="ornament" values={ornaments} textOf={(value) => t(`ornament_${value}`)} />
      <ChoiceField name="motion" values={motions} textOf={(value) => t(`motion_${value}`)} />
      <details className="rounded-card border px-4 py-1 sm:col-span-2">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('partsTitle')}</summary>
        <p className="pb-3 text-ink-soft text-sm">{t('partsLead')}</p>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 pb-4 sm:grid-cols-2">
          {parts.map((part) => (
            <ChoiceField
              key={part}
              name={partName(part)}
              values={['', ...lookNames]}
              textOf={(value) => (value === '' ? t('ownLook') : t(`look_${value}`))}
            />
          ))}
        </div>
      </details>
    </>
  );
}
