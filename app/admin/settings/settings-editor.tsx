import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import englishAdminSettings from '#app/i18n/texts/en/admin-settings.json';
import type { Json } from '#app/lib/database.types.ts';
import { fields } from '#app/product/parse-values.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { EditorFrame } from '../ui/edit/editor-frame.tsx';
import { TranslatedField } from '../ui/edit/translated-field.tsx';
import { translatedLabels } from '../ui/edit/translated-texts.ts';
import { useEditor } from '../ui/edit/use-editor.ts';
import { errorMessage } from '../ui/error-message.ts';
import { ChoiceField } from '../ui/list/choices.tsx';
import { lawNotice } from './consumer-law.ts';
import { type StoredGroup, saveSettings } from './settings-data.ts';
import {
  type SettingsValues,
  settingsColumn,
  settingsForm,
  settingsFormValues,
  settingsTranslations,
} from './settings-form.ts';
import { type Setting, type SettingsGroup, settingsGroups, translatedPaths } from './settings-groups.ts';

type SettingsEditorProps = {
  group: SettingsGroup;
  version: number | null;
  column: Json;
  translations: Json;
  /** Defaults of settings missing in the column. */
  defaults?: Record<string, Json>;
  translatedDefaults?: SettingsValues;
  /** Settings that do not apply to this store. */
  without?: readonly string[];
  /** The page's main form; false when it has others beside it. */
  main?: boolean;
  preview?: (values: SettingsValues) => ReactNode;
};

const inputModes = {
  amount: 'decimal',
  'optional-amount': 'decimal',
  count: 'numeric',
  'optional-count': 'numeric',
  email: 'email',
  url: 'url',
} as const;

/** Form of a group of settings. */
export function SettingsEditor(props: SettingsEditorProps) {
  const { group, version, column, translations, without = [], main = true, preview } = props;
  const { defaults = {}, translatedDefaults = {} } = props;
  const formValues = (row: StoredGroup): SettingsValues => {
    const values = settingsFormValues(group, { ...defaults, ...fields(row.column) }, row.translations);
    const own = Object.entries(translatedDefaults).filter(([name]) => values[name] === '');
    return { ...values, ...Object.fromEntries(own) };
  };
  const opened: StoredGroup = { version, column, translations };
  const t = adminSettingsTexts();
  const { onlineOptions } = useRootData();
  const takesCards = onlineOptions.length > 0;
  const form = useForm({
    resolver: zodResolver(settingsForm(group, takesCards)),
    defaultValues: formValues(opened),
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const all: readonly Setting[] = settingsGroups[group];
  const settings = all.filter(({ path }) => !without.includes(path));
  const editor = useEditor(form, {
    row: opened,
    formValues,
    write: (values, base) =>
      saveSettings(
        base,
        group,
        settingsColumn(group, values, base.column),
        settingsTranslations(group, values, base.translations),
      ),
    saved: () => t('saved', { group: t(group) }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const flags = settings.filter(({ kind }) => kind === 'flag').length;
  const names = Object.fromEntries(settings.map(({ path }) => [path, labelOf(t, group, path)]));
  const labels: Record<string, string> = { ...names, ...translatedLabels(translatedPaths(group), names) };

  return (
    <FormProvider {...form}>
      <EditorFrame
        main={main}
        editor={editor}
        labels={labels}
        save={t('save')}
        className="gap-4 sm:grid-cols-2"
      >
        {settings.map(({ path, kind, choices = [], translated }) => {
          const label = labels[path];
          const error = errors[path]?.message;
          const control = register(path);
          if (kind === 'flag') {
            const onlyFlag = flags === 1 ? 'sm:col-span-2' : undefined;
            return <Checkbox key={path} className={onlyFlag} label={label} error={error} {...control} />;
          }
          if (kind === 'choice') {
            return (
              <ChoiceField
                key={path}
                label={label}
                error={error}
                options={choices.map((value) => ({ value, label: labelOf(t, group, `${path}_${value}`) }))}
                {...control}
              />
            );
          }
          if (translated) {
            return (
              <TranslatedField
                key={path}
                className="sm:col-span-2"
                name={path}
                label={labels[path] ?? path}
                rows={kind === 'area' ? 8 : kind === 'line' ? 2 : undefined}
                optional={kind === 'line'}
              />
            );
          }
          if (kind === 'area' || kind === 'line') {
            return (
              <TextareaField
                key={path}
                className="sm:col-span-2"
                rows={kind === 'area' ? 8 : 2}
                label={label}
                error={error}
                optional={kind === 'line'}
                {...control}
              />
            );
          }
          const inputMode = kind === 'text' ? undefined : inputModes[kind];
          const notice = lawNotice(group, path, watch(path));
          const optional = kind === 'optional-amount' || kind === 'optional-count' || kind === 'url';
          return (
            <TextField
              key={path}
              label={label}
              hint={notice && t(notice)}
              error={error}
              inputMode={inputMode}
              optional={optional}
              {...control}
            />
          );
        })}
        {preview ? <div className="sm:col-span-2">{preview(watch())}</div> : null}
      </EditorFrame>
    </FormProvider>
  );
}

/** Returns the label of a setting; garments use their own names. */
function labelOf(t: ReturnType<typeof adminSettingsTexts>, group: SettingsGroup, path: string): string {
  const [name = '', inner] = path.split('/');
  if (name === 'baseProductPrices') return t('garmentPrice', { garment: inner ?? '' });
  const key = `${group}_${inner ?? name}`;
  return isLabelKey(key) ? t(key) : (inner ?? name);
}

type LabelKey = Extract<keyof typeof englishAdminSettings, `${SettingsGroup}_${string}`>;

function isLabelKey(key: string): key is LabelKey {
  return key in englishAdminSettings;
}
