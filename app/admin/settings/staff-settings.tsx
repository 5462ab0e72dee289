import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Switch } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { EditorFrame } from '../ui/edit/editor-frame.tsx';
import { useEditor } from '../ui/edit/use-editor.ts';
import { errorMessage } from '../ui/error-message.ts';
import { readStaffSettings, type StoredStaffSettings, saveStaffColumns } from './staff-data.ts';
import { staffColumns, staffForm, staffFormValues } from './staff-form.ts';

/**
 * Form of the staff settings: recipients of contact messages, low stock threshold, limits of unpaid orders,
 * notes.
 */
export function StaffSettings({ stored }: { stored: StoredStaffSettings }) {
  const t = adminSettingsTexts();
  const form = useForm({ resolver: zodResolver(staffForm), defaultValues: staffFormValues(stored) });
  const { register, formState } = form;
  const { errors } = formState;
  const editor = useEditor(form, {
    row: stored,
    formValues: staffFormValues,
    write: (values, base) => saveStaffColumns(base, staffColumns(values), readStaffSettings),
    saved: () => t('saved', { group: t('staff') }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const labels = {
    contactEmails: t('contactEmails'),
    lowStock: t('lowStock'),
    unpaidOrders: t('unpaidOrders'),
    unpaidPieces: t('unpaidPieces'),
    customerFiles: t('customerFiles'),
    customerStorage: t('customerStorage'),
    notes: t('notes'),
    secondStepFirst: t('secondStepFirst'),
    everybodyNeedsSecondStep: t('everybodyNeedsSecondStep'),
    secondStepHours: t('secondStepHours'),
  };

  return (
    <EditorFrame main editor={editor} labels={labels} save={t('save')} className="gap-4">
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
      <TextField
        label={t('unpaidOrders')}
        hint={t('unpaidOrdersHint')}
        optional
        inputMode="numeric"
        className="max-w-md"
        error={errors.unpaidOrders?.message}
        {...register('unpaidOrders')}
      />
      <TextField
        label={t('unpaidPieces')}
        hint={t('unpaidPiecesHint')}
        optional
        inputMode="numeric"
        className="max-w-md"
        error={errors.unpaidPieces?.message}
        {...register('unpaidPieces')}
      />
      <TextField
        label={t('customerFiles')}
        hint={t('customerFilesHint')}
        inputMode="numeric"
        className="max-w-md"
        error={errors.customerFiles?.message}
        {...register('customerFiles')}
      />
      <TextField
        label={t('customerStorage')}
        hint={t('customerStorageHint')}
        inputMode="numeric"
        className="max-w-md"
        error={errors.customerStorage?.message}
        {...register('customerStorage')}
      />
      <Switch label={t('secondStepFirst')} hint={t('secondStepFirstHint')} {...register('secondStepFirst')} />
      <Switch
        label={t('everybodyNeedsSecondStep')}
        hint={t('everybodyNeedsSecondStepHint')}
        {...register('everybodyNeedsSecondStep')}
      />
      <TextField
        label={t('secondStepHours')}
        hint={t('secondStepHoursHint')}
        inputMode="numeric"
        error={errors.secondStepHours?.message}
        {...register('secondStepHours')}
      />
      <TextareaField
        label={t('notes')}
        optional
        rows={6}
        error={errors.notes?.message}
        {...register('notes')}
      />
    </EditorFrame>
  );
}
