import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { fields } from '#app/catalog/legacy-values.ts';
import type { Json } from '#app/lib/database.types.ts';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { useRootData } from '#app/shell/root-data.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { type Difference, NewerVersion } from './newer-version.tsx';
import { SaveBar } from './save-bar.tsx';
import { filledSettings, type SettingsValues, settingsColumn, settingsForm } from './settings-form.ts';
import { type Setting, type SettingsGroup, settingsGroups } from './settings-groups.ts';
import { useSaveSettings } from './use-save-settings.ts';

type SettingsEditorProps = {
  group: SettingsGroup;
  version: number | null;
  column: Json;
  /** What counts for settings that the column does not have. */
  defaults?: Record<string, Json>;
  /** Settings that mean nothing in this store. */
  without?: readonly string[];
  /** What the values look like to shoppers. */
  preview?: (values: SettingsValues) => ReactNode;
};

const inputModes = { amount: 'decimal', 'optional-amount': 'decimal', email: 'email', url: 'url' } as const;

/** The form of one group of settings. */
export function SettingsEditor(props: SettingsEditorProps) {
  const { group, version, column, defaults = {}, without = [], preview } = props;
  const t = useWords(settingsWords);
  const { takesCards } = useRootData();
  const { save, saveOver, loadTheirs, failure, newer } = useSaveSettings(group, version, column);
  const { register, handleSubmit, getValues, watch, formState } = useForm({
    resolver: zodResolver(settingsForm(group)),
    defaultValues: filledSettings(group, { ...defaults, ...fields(column) }),
  });
  const { errors, isSubmitting, isDirty } = formState;
  const all: readonly Setting[] = settingsGroups[group];
  const settings = all.filter(({ path }) => !without.includes(path));

  const differences = (): Difference[] => {
    const theirs = filledSettings(group, { ...defaults, ...fields(newer?.column) });
    const mine = getValues();
    return settings
      .filter(({ path }) => theirs[path] !== mine[path])
      .map(({ path }) => ({
        label: labelOf(t, group, path),
        theirs: inWords(t, theirs[path]),
        mine: inWords(t, mine[path]),
      }));
  };

  return (
    <form
      onSubmit={handleSubmit((values) => save(settingsColumn(group, values, column)))}
      noValidate
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      <LeaveGuard dirty={isDirty} />
      {settings.map(({ path, kind }) => {
        const label = labelOf(t, group, path);
        const error = errors[path]?.message;
        const control = register(path);
        if (kind === 'flag') return <Checkbox key={path} label={label} error={error} {...control} />;
        if (kind === 'area' || kind === 'line') {
          const rows = kind === 'area' ? 8 : 2;
          return (
            <TextareaField
              key={path}
              className="sm:col-span-2"
              {...{ rows, label, error, optional: kind === 'line' }}
              {...control}
            />
          );
        }
        const inputMode = kind === 'text' ? undefined : inputModes[kind];
        const optional = kind === 'optional-amount' || kind === 'url';
        return <TextField key={path} {...{ label, error, inputMode, optional }} {...control} />;
      })}
      {group === 'payment' && !takesCards ? (
        <p className="rounded-card bg-warning-tint p-4 text-warning-text sm:col-span-2">
          {t('cardsNotSetUp')}
        </p>
      ) : null}
      {newer ? (
        <NewerVersion
          differences={differences()}
          busy={isSubmitting}
          onLoadTheirs={() => void loadTheirs()}
          onSaveMine={() =>
            void handleSubmit((values) => saveOver(settingsColumn(group, values, newer.column)))()
          }
        />
      ) : null}
      <SaveBar failure={failure} busy={isSubmitting} />
      {preview ? <div className="sm:col-span-2">{preview(watch())}</div> : null}
    </form>
  );
}

type Say = ReturnType<typeof useWords<typeof settingsWords>>;

function inWords(t: Say, value: string | boolean | undefined): string {
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  return value ?? '';
}

/** Garments go by their own name; everything else by a word of the catalogue. */
function labelOf(t: Say, group: SettingsGroup, path: string): string {
  const [name = '', inner] = path.split('/');
  if (name === 'baseProductPrices') return t('garmentPrice', { garment: inner ?? '' });
  const key = `${group}_${inner ?? name}`;
  return isWord(key) ? t(key) : (inner ?? name);
}

const labels = Object.keys(settingsWords);

type Label = Extract<keyof typeof settingsWords, `${SettingsGroup}_${string}`>;

function isWord(key: string): key is Label {
  return labels.includes(key);
}
