import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { LeaveGuard } from '../leave-guard.tsx';
import { refusalOf } from '../refusal.ts';
import { NewerVersion } from './newer-version.tsx';
import { SaveBar } from './save-bar.tsx';
import { readStaffSettings, type StoredStaffSettings, saveStaffSettings } from './staff-data.ts';
import { filledStaff, staffColumns, staffForm } from './staff-form.ts';

/** What only staff know: whom contact messages are mailed to, when stock counts as low, notes for colleagues. */
export function StaffSettings({ stored }: { stored: StoredStaffSettings }) {
  const t = useWords(settingsWords);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const [newer, setNewer] = useState<StoredStaffSettings>(null);
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(staffForm),
    defaultValues: filledStaff(stored),
  });
  const { errors, isSubmitting, isDirty } = formState;

  const saveOver = (version: number | null) =>
    handleSubmit(async (form) => {
      setFailure('');
      try {
        if (!(await saveStaffSettings(version, staffColumns(form)))) {
          setNewer(await readStaffSettings());
          return;
        }
        setNewer(null);
        toast({ title: t('saved', { group: t('staff') }) });
        await revalidate();
      } catch (error) {
        setFailure(refusalOf(error));
      }
    });
  const theirs = filledStaff(newer);
  const mine = getValues();
  const labels = { contactEmails: t('contactEmails'), lowStock: t('lowStock'), notes: t('notes') };
  const differing = (['contactEmails', 'lowStock', 'notes'] as const).filter(
    (key) => theirs[key] !== mine[key],
  );

  return (
    <form onSubmit={saveOver(stored?.version ?? null)} noValidate className="grid items-start gap-4">
      <LeaveGuard dirty={isDirty} />
      <TextareaField
        label={t('contactEmails')}
        hint={t('contactEmailsHint')}
        optional
        rows={2}
        error={errors.contactEmails?.message}
        {...register('contactEmails')}
      />
      <TextField
        label={t('lowStock')}
        inputMode="numeric"
        className="max-w-md"
        error={errors.lowStock?.message}
        {...register('lowStock')}
      />
      <TextareaField
        label={t('notes')}
        optional
        rows={6}
        error={errors.notes?.message}
        {...register('notes')}
      />
      {newer ? (
        <NewerVersion
          differences={differing.map((key) => ({ label: labels[key], theirs: theirs[key], mine: mine[key] }))}
          busy={isSubmitting}
          onLoadTheirs={() => void revalidate()}
          onSaveMine={() => void saveOver(newer.version)()}
        />
      ) : null}
      <SaveBar failure={failure} busy={isSubmitting} />
    </form>
  );
}
