import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Json } from '#app/lib/database.types.ts';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { SaveBar } from './save-bar.tsx';
import { filledSettings, settingsColumn, settingsForm } from './settings-form.ts';
import { type Setting, type SettingsGroup, settingsGroups } from './settings-groups.ts';
import { useSaveSettings } from './use-save-settings.ts';

type SettingsEditorProps = { group: SettingsGroup; version: number | null; column: Json };

const inputModes = { amount: 'decimal', 'optional-amount': 'decimal', email: 'email', url: 'url' } as const;

/** The form of one group of settings. */
export function SettingsEditor({ group, version, column }: SettingsEditorProps) {
  const t = useWords(settingsWords);
  const { save, failure } = useSaveSettings(group, version);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(settingsForm(group)),
    defaultValues: filledSettings(group, column),
  });
  const { errors, isSubmitting, isDirty } = formState;
  const settings: readonly Setting[] = settingsGroups[group];

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
        if (kind === 'area') {
          return (
            <TextareaField
              key={path}
              className="sm:col-span-2"
              rows={8}
              label={label}
              error={error}
              {...control}
            />
          );
        }
        const inputMode = kind === 'text' ? undefined : inputModes[kind];
        const optional = kind === 'optional-amount' || kind === 'url';
        return <TextField key={path} {...{ label, error, inputMode, optional }} {...control} />;
      })}
      <SaveBar failure={failure} busy={isSubmitting} />
    </form>
  );
}

type Say = ReturnType<typeof useWords<typeof settingsWords>>;

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
