import { useFormContext, useWatch } from 'react-hook-form';
import { languages } from '#app/i18n/languages.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import type { DeliveryFee } from '#app/store/facts.ts';
import { TranslatedField } from '../../ui/edit/translated-field.tsx';
import { type OtherLanguage, otherLanguages, translatedName } from '../../ui/edit/translated-texts.ts';
import { keysOf } from '../../ui/list/sort.ts';
import { BrandFacts } from './brand-facts.tsx';
import { type BrandForm, type BrandText, brandPlaces, brandTexts, isOptionalText } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';
import { ChoiceField } from './choice-field.tsx';

/** Lines of the texts that have several. */
const rows: Partial<Record<BrandText, number>> = { story: 8, slogans: 5 };
const rowsOf = (name: BrandText) => rows[name] ?? (name.endsWith('_text') ? 3 : 2);

/** Warns how many texts lack a translation into a language. */
function MissingTexts({ language }: { language: OtherLanguage }) {
  const t = adminSettingsTexts();
  const { control } = useFormContext<BrandForm>();
  const values = useWatch({ control });
  const isMissing = (name: BrandText) =>
    Boolean(values[name]?.trim()) && !values[translatedName(name, language)]?.trim();
  const count = brandTexts.filter((name) => name !== 'name' && isMissing(name)).length;
  if (count === 0) return null;
  return (
    <p className="text-warning-text sm:col-span-2">
      {t('textsMissing', { count, language: t(`language_${language}`) })}
    </p>
  );
}

/** The brand's words, by the place where shoppers read them. */
export function WordsFields({ fees }: { fees: readonly DeliveryFee[] }) {
  const t = adminSettingsTexts();
  const labels = brandLabels();
  const only = useWatch<BrandForm, 'only_language'>({ name: 'only_language' });
  const places = keysOf(brandPlaces).map((place) => (
    <fieldset key={place} className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:col-span-2">
      <legend className="mb-3 font-semibold">{t(`place_${place}`)}</legend>
      {brandPlaces[place].map((name: BrandText) => (
        <TranslatedField
          key={name}
          name={name}
          label={labels[name]}
          rows={rowsOf(name)}
          optional={isOptionalText(name)}
        />
      ))}
    </fieldset>
  ));
  return (
    <>
      {otherLanguages
        .filter((language) => !only || only === language)
        .map((language) => (
          <MissingTexts key={language} language={language} />
        ))}
      <ChoiceField
        name="only_language"
        hint={t('onlyLanguageHint')}
        values={['', ...languages]}
        textOf={(language) => (language ? t(`only_${language}`) : t('allLanguages'))}
      />
      {only ? null : (
        <ChoiceField
          name="default_language"
          hint={t('defaultLanguageHint')}
          values={languages}
          textOf={(language) => t(`language_${language}`)}
        />
      )}
      <BrandFacts fees={fees} />
      {places}
    </>
  );
}
