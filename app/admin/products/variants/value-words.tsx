import { useState } from 'react';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { inputLanguage, TranslatedLabel } from '../../ui/edit/translated-field.tsx';
import { type OtherLanguage, otherLanguages } from '../../ui/edit/translated-texts.ts';
import type { GridOption, OptionValue } from './combinations.ts';

type ValueWordsProps = {
  option: GridOption;
  /** Name of the option. */
  name: string;
  onChange: (values: OptionValue[]) => void;
};

/** Translations of an option's values. Sizes are shown untranslated until the store enters some. */
export function ValueWords({ option: { kind, values }, name, onChange }: ValueWordsProps) {
  const t = adminVariantsTexts();
  const isMissing = (value: OptionValue, language: OtherLanguage) =>
    kind !== 'size' && !value.words?.[language]?.trim();
  const missing = values.filter((value) => otherLanguages.some((language) => isMissing(value, language)));
  const [startsOpen] = useState(missing.length > 0);
  return (
    <details open={startsOpen}>
      <summary className="min-h-11 cursor-pointer py-2 text-sm">
        {t('valueWords', { name, missing: missing.length })}
      </summary>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-3">
        {values.map((value) => (
          <li key={value.id} className="grid gap-2">
            {otherLanguages.map((language) => (
              <TextField
                key={language}
                label={
                  <TranslatedLabel
                    label={value.name}
                    language={language}
                    missing={isMissing(value, language)}
                  />
                }
                maxLength={200}
                autoComplete="off"
                {...inputLanguage(language)}
                value={value.words?.[language] ?? ''}
                onChange={({ target }) =>
                  onChange(
                    values.map((each) =>
                      each.id === value.id
                        ? { ...each, words: { ...each.words, [language]: target.value } }
                        : each,
                    ),
                  )
                }
              />
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
