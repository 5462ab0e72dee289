import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import adminSettingsMessages from '#app/i18n/messages/en/admin-settings.json';
import type { Translator } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Json } from '#app/lib/database.types.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { fields } from '#app/product/parse-values.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { EditorFrame } from '../kit/edit/editor-frame.tsx';
import { useEditor } from '../kit/edit/use-editor.ts';
import { errorMessage } from '../kit/error-message.ts';
import { type StoredGroup, saveSettings } from './settings-data.ts';
import { type SettingsValues, settingsColumn, settingsForm, settingsFormValues } from './settings-form.ts';
import { type Setting, type SettingsGroup, settingsGroups } from './settings-groups.ts';

type SettingsEditorProps = {
  group: SettingsGroup;
  version: number | null;
  column: Json;
  /** Defaults of settings missing in the column. */
  defaults?: Record<string, Json>;
  /** Settings that do not apply to this store. */
  without?: readonly string[];
  /** Renders a preview of the values. */
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
  const { group, version, column, defaults = {}, without = [], preview } = props;
  const t = useTranslations('admin-settings', adminSettingsMessages);
  const { onlineOptions } = useRootData();
  const takesCards = onlineOptions.length > 0;
  const form = useForm({
    resolver: zodResolver(settingsForm(group, takesCards)),
    defaultValues: settingsFormValues(group, { ...defaults, ...fields(column) }),
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const all: readonly Setting[] = settingsGroups[group];
  const settings = all.filter(({ path }) => !without.includes(path));
  const opened: StoredGroup = { version, column };
  const editor = useEditor(form, {
    row: opened,
    formValues: (row) => settingsFormValues(group, { ...defaults, ...fields(row.column) }),
    write: (values, base) => saveSettings(base, group, settingsColumn(group, values, base.column)),
    saved: () => t('saved', { group: t(group) }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const flags = settings.filter(({ kind }) => kind === 'flag').length;
  const labels = Object.fromEntries(settings.map(({ path }) => [path, labelOf(t, group, path)]));

  return (
    <EditorFrame main editor={editor} labels={labels} save={t('save')} className="gap-4 sm:grid-cols-2">
      {settings.map(({ path, kind }) => {
        const label = labels[path];
        const error = errors[path]?.message;
        const control = register(path);
        if (kind === 'flag') {
          const onlyFlag = flags === 1 ? 'sm:col-span-2' : undefined;
          return <Checkbox key={path} className={onlyFlag} label={label} error={error} {...control} />;
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
        const optional = kind === 'optional-amount' || kind === 'optional-count' || kind === 'url';
        return (
          <TextField
            key={path}
            label={label}
            error={error}
            inputMode={inputMode}
            optional={optional}
            {...control}
          />
        );
      })}
      {preview ? <div className="sm:col-span-2">{preview(watch())}</div> : null}
    </EditorFrame>
  );
}

/** Garments have their own names; other settings a translated label. */
function labelOf(t: Translator<typeof adminSettingsMessages>, group: SettingsGroup, path: string): string {
  const [name = '', inner] = path.split('/');
  if (name === 'baseProductPrices') return t('garmentPrice', { garment: inner ?? '' });
  const key = `${group}_${inner ?? name}`;
  return isLabelKey(key) ? t(key) : (inner ?? name);
}

type LabelKey = Extract<keyof typeof adminSettingsMessages, `${SettingsGroup}_${string}`>;

function isLabelKey(key: string): key is LabelKey {
  return key in adminSettingsMessages;
}
