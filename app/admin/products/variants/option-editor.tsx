import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { FieldErrors } from 'react-hook-form';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { inputLanguage, TranslatedLabel } from '../../ui/edit/translated-field.tsx';
import { otherLanguages } from '../../ui/edit/translated-texts.ts';
import { countCombinations, type GridOption, kinds, mostVariants } from './combinations.ts';
import { OptionValues } from './option-values.tsx';
import { ValueWords } from './value-words.tsx';

type OptionEditorProps = {
  index: number;
  option: GridOption;
  /** All options of the product, including this one. */
  options: GridOption[];
  errors: FieldErrors<GridOption> | undefined;
  onChange: (options: GridOption[]) => void;
};

/** An option of a product: name, kind, values and position. */
export function OptionEditor({ index, option, options, errors, onChange }: OptionEditorProps) {
  const t = adminVariantsTexts();
  const name = option.name.trim() || t('unnamed');
  const others = options.filter((_, place) => place !== index);
  const withOption = (next: GridOption) => options.map((each, place) => (place === index ? next : each));
  const withMoved = (by: -1 | 1) => others.toSpliced(index + by, 0, option);
  const named = (kind: GridOption['kind']) => (kind === 'other' ? '' : t(`kind_${kind}`));

  /** Applies a changed option; returns an error message, or ''. */
  const change = (next: GridOption): string => {
    const all = withOption(next);
    const count = countCombinations(all);
    if (count > mostVariants) return t('tooManyRows', { count, most: mostVariants });
    onChange(all);
    return '';
  };

  return (
    <fieldset className="grid min-w-0 gap-4 rounded-card border bg-surface p-4">
      <legend className="sr-only">{t('option', { number: index + 1 })}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_10rem_auto]">
        <TextField
          label={t('optionName')}
          autoComplete="off"
          maxLength={40}
          value={option.name}
          error={errors?.name?.message}
          onChange={(event) => onChange(withOption({ ...option, name: event.target.value }))}
        />
        <SelectField
          label={t('kind')}
          value={option.kind}
          onChange={(event) => {
            const kind = kinds.find((each) => each === event.target.value) ?? 'other';
            const hasDefaultName = option.name.trim() === '' || option.name === named(option.kind);
            onChange(withOption({ ...option, kind, name: (hasDefaultName && named(kind)) || option.name }));
          }}
        >
          {kinds.map((kind) => (
            <option
              key={kind}
              value={kind}
              disabled={kind !== 'other' && others.some((other) => other.kind === kind)}
            >
              {t(`kind_${kind}`)}
            </option>
          ))}
        </SelectField>
        <div className="flex sm:pt-6.5">
          <Button
            variant="quiet"
            size="icon"
            disabled={index === 0}
            aria-label={t('optionEarlier', { name })}
            onClick={() => onChange(withMoved(-1))}
          >
            <ArrowUp className="size-4" />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            disabled={index === options.length - 1}
            aria-label={t('optionLater', { name })}
            onClick={() => onChange(withMoved(1))}
          >
            <ArrowDown className="size-4" />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('removeOption', { name })}
            onClick={() => onChange(others)}
          >
            <Trash2 className="size-4" />
          </Button>
        </div>
      </div>
      {otherLanguages.map((language) => (
        <TextField
          key={language}
          label={
            <TranslatedLabel
              label={t('optionName')}
              language={language}
              missing={name !== t('unnamed') && !option.words?.[language]?.trim()}
            />
          }
          maxLength={40}
          autoComplete="off"
          className="sm:max-w-sm"
          {...inputLanguage(language)}
          value={option.words?.[language] ?? ''}
          onChange={(event) =>
            onChange(withOption({ ...option, words: { ...option.words, [language]: event.target.value } }))
          }
        />
      ))}
      <OptionValues
        option={option}
        name={name}
        error={errors?.values?.root?.message ?? errors?.values?.message}
        onChange={change}
      />
      {option.values.length > 0 ? (
        <ValueWords
          option={option}
          name={name}
          onChange={(values) => onChange(withOption({ ...option, values }))}
        />
      ) : null}
    </fieldset>
  );
}
