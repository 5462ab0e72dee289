import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { typefaceNames } from '#app/store/brand-row.ts';
import { faces, letterCases, weights } from './brand-form.ts';
import { ChoiceField } from './choice-field.tsx';
import { NumberField } from './number-field.tsx';

const weightNames = weights.map(String);
const itself = (text: string) => text;

/** Typefaces of headings, texts and details. */
export function TypeFields() {
  const t = adminSettingsTexts();
  const face = (family: string) => family || t('noTypeface');
  return (
    <>
      <ChoiceField name="display_typeface" values={typefaceNames} textOf={itself} />
      <ChoiceField name="display_weight" hint={t('weightHint')} values={weightNames} textOf={itself} />
      <ChoiceField name="body_typeface" values={typefaceNames} textOf={itself} />
      <ChoiceField name="body_weight" hint={t('weightHint')} values={weightNames} textOf={itself} />
      <ChoiceField name="mono_typeface" hint={t('monoHint')} values={['', ...typefaceNames]} textOf={face} />
      <ChoiceField name="mono_weight" hint={t('weightHint')} values={weightNames} textOf={itself} />
      <ChoiceField
        name="details_face"
        hint={t('detailsHint')}
        values={faces}
        textOf={(value) => t(`face_${value}`)}
      />
      <ChoiceField name="display_case" values={letterCases} textOf={(value) => t(`case_${value}`)} />
      <NumberField name="display_scale" hint={t('scaleHint')} />
      <NumberField name="display_leading" hint={t('leadingHint')} />
      <NumberField name="display_tracking" hint={t('trackingHint')} />
    </>
  );
}
