import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { EditorFrame } from '../ui/edit/editor-frame.tsx';
import { useEditor } from '../ui/edit/use-editor.ts';
import { errorMessage } from '../ui/error-message.ts';
import {
  customerRecordColumns,
  customerRecordForm,
  customerRecordFormValues,
} from './customer-record-form.ts';
import { type CustomerData, saveCustomerRecord } from './customers-data.ts';

/** Form of a customer's record: tags, a note, and whether and why they are blocked. */
export function CustomerRecord({ profile, record }: Pick<CustomerData, 'profile' | 'record'>) {
  const t = adminCustomersTexts();
  const form = useForm({
    resolver: zodResolver(customerRecordForm),
    defaultValues: customerRecordFormValues(record),
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const editor = useEditor(form, {
    row: record,
    formValues: customerRecordFormValues,
    write: (values, base) => saveCustomerRecord(profile.id, base, customerRecordColumns(values)),
    saved: () => t('recordSaved'),
    failed: (error) => `${t('recordFailed')}: ${errorMessage(error)}`,
  });
  const labels = {
    tags: t('tags'),
    note: t('note'),
    blocked: t('blocked'),
    blockedReason: t('blockedReason'),
  };
  return (
    <section aria-labelledby="record" className="grid gap-4">
      <h2 id="record" className="text-lg">
        {t('record')}
      </h2>
      <div className="rounded-card border bg-surface p-4">
        <EditorFrame editor={editor} labels={labels} save={t('saveRecord')} className="gap-4">
          <TextField
            label={t('tags')}
            hint={t('tagsHint')}
            optional
            autoComplete="off"
            error={errors.tags?.message}
            {...register('tags')}
          />
          <TextareaField
            label={t('note')}
            optional
            rows={3}
            error={errors.note?.message}
            {...register('note')}
          />
          <Checkbox label={t('block')} {...register('blocked')} />
          {watch('blocked') ? (
            <TextField
              label={t('blockedReason')}
              hint={t('blockedReasonHint')}
              error={errors.blockedReason?.message}
              {...register('blockedReason')}
            />
          ) : null}
        </EditorFrame>
      </div>
    </section>
  );
}
