import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { defaultLanguage, type Language } from '#app/i18n/languages.ts';
import { directionOf } from '#app/i18n/page-language.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { type OtherLanguage, otherLanguages, translatedLabel, translatedName } from './translated-texts.ts';

/** Returns the `lang` and `dir` of an input for text in a language. */
export const inputLanguage = (language: Language) =>
  language === defaultLanguage ? { lang: language } : { lang: language, dir: directionOf(language) };

/** Label of a text in another language, marked when the translation is missing. */
export function TranslatedLabel({
  label,
  language,
  missing,
}: {
  label: string;
  language: OtherLanguage;
  missing: boolean;
}): ReactNode {
  const t = adminTexts();
  return (
    <>
      {translatedLabel(label, language)}
      {missing ? (
        <Badge tone="warning" className="ms-2">
          {t('notTranslated')}
        </Badge>
      ) : null}
    </>
  );
}

type TranslatedFieldProps = {
  name: string;
  label: string;
  hint?: string;
  /** Number of lines of a multi-line text. */
  rows?: number | undefined;
  optional?: boolean;
  maxLength?: number;
  className?: string;
  /** Whether a language without a text of its own lacks nothing. */
  madeOfOthers?: boolean;
  /** Placeholder for an empty text in a language. */
  placeholderIn?: (language: Language) => string;
};

/**
 * A form's text and its translations, side by side where there is room. The form has a field for each
 * (`withTranslations`).
 */
export function TranslatedField(props: TranslatedFieldProps) {
  const { name, label, hint, rows, className, madeOfOthers, placeholderIn, ...input } = props;
  const { register, control, formState } = useFormContext();
  const typed = [name, ...otherLanguages.map((language) => translatedName(name, language))];
  const [own, ...translations]: unknown[] = useWatch({ control, name: typed });
  const errors: Readonly<Record<string, { message?: unknown } | undefined>> = formState.errors;
  const errorOf = (field: string) => {
    const message = errors[field]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  const isBlank = (text: unknown) => String(text ?? '').trim() === '';
  const fieldOf = (field: string, language: Language, text: ReactNode) => {
    const props = {
      ...input,
      ...inputLanguage(language),
      ...register(field),
      label: text,
      hint,
      error: errorOf(field),
      autoComplete: 'off',
      placeholder: placeholderIn?.(language),
    };
    return rows === undefined ? (
      <TextField key={field} {...props} />
    ) : (
      <TextareaField key={field} {...props} rows={rows} />
    );
  };
  return (
    <div className={classes('grid min-w-0 items-start gap-4 sm:grid-cols-2', className)}>
      {fieldOf(name, defaultLanguage, label)}
      {otherLanguages.map((language, place) => {
        const missing = !madeOfOthers && !isBlank(own) && isBlank(translations[place]);
        return fieldOf(
          translatedName(name, language),
          language,
          <TranslatedLabel label={label} language={language} missing={missing} />,
        );
      })}
    </div>
  );
}
