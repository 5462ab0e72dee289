import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { formatWeekday } from '#app/i18n/format.ts';
import adminSlotsMessages from '#app/i18n/messages/en/admin-slots.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { EditorDialog } from '../kit/edit/editor-dialog.tsx';
import { useEditor } from '../kit/edit/use-editor.ts';
import { errorMessage } from '../kit/error-message.ts';
import { freeDays, type StoredSlot, slotForm, slotFormValues, weekdays } from './slot-form.ts';
import { addSlots, type SlotInWeek, SlotsExist, saveSlot } from './slots-data.ts';

/** Task of the editor: add a slot, edit it, or copy it to other days. */
export type SlotTask = { kind: 'add' } | { kind: 'edit' | 'copy'; slot: StoredSlot; name: string };

type SlotEditorProps = { task: SlotTask; slots: readonly SlotInWeek[]; onClose: () => void };

/** Form of a delivery slot, or of one slot on several days. */
export function SlotEditor({ task, slots, onClose }: SlotEditorProps) {
  const t = useTranslations('admin-slots', adminSlotsMessages);
  const start = slotFormValues(task.kind === 'add' ? null : task.slot);
  const form = useForm({
    resolver: zodResolver(slotForm),
    defaultValues: task.kind === 'edit' ? start : { ...start, days: [] },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const title =
    task.kind === 'add'
      ? t('addTitle')
      : t(task.kind === 'edit' ? 'editTitle' : 'copyTitle', { slot: task.name });

  const slot: StoredSlot | null = task.kind === 'edit' ? task.slot : null;
  const editor = useEditor(form, {
    row: slot,
    formValues: slotFormValues,
    write: (values, base) => (base ? saveSlot(base, values) : addSlots(values, slots)),
    saved: (values) =>
      task.kind === 'edit'
        ? t('saved', { slot: task.name })
        : t('added', { count: freeDays(values, slots).length }),
    onClose,
    failed: (error) =>
      error instanceof SlotsExist ? t('allThere') : `${t('failed')}: ${errorMessage(error)}`,
  });

  return (
    <EditorDialog
      thing={slot ? `slot ${slot.id}` : ''}
      title={title}
      editor={editor}
      names={{
        labels: {
          days: t('day'),
          from: t('from'),
          to: t('to'),
          capacity: t('capacity'),
          cutOff: t('cutOffHours'),
          isActive: t('isActive'),
        },
        formatField: (field, value) =>
          field === 'days' && Array.isArray(value)
            ? value.map((day) => formatWeekday(Number(day))).join(', ')
            : undefined,
      }}
      save={task.kind === 'copy' ? t('copyHere') : t('save')}
      onClose={onClose}
    >
      {task.kind === 'edit' ? (
        <SelectField label={t('day')} {...register('days.0')}>
          {weekdays.map((day) => (
            <option key={day} value={String(day)}>
              {formatWeekday(day)}
            </option>
          ))}
        </SelectField>
      ) : (
        <fieldset aria-describedby="slot-days" className="min-w-0">
          <legend className="mb-1 font-medium text-sm">{t('days')}</legend>
          <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
            {weekdays.map((day) => (
              <Checkbox key={day} label={formatWeekday(day)} value={String(day)} {...register('days')} />
            ))}
          </div>
          <FieldError id="slot-days">{errors.days?.message}</FieldError>
        </fieldset>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={t('from')} type="time" error={errors.from?.message} {...register('from')} />
        <TextField label={t('to')} type="time" error={errors.to?.message} {...register('to')} />
        <TextField
          label={t('capacity')}
          hint={t('capacityHint')}
          inputMode="numeric"
          error={errors.capacity?.message}
          {...register('capacity')}
        />
        <TextField
          label={t('cutOffHours')}
          inputMode="numeric"
          className="justify-end"
          error={errors.cutOff?.message}
          {...register('cutOff')}
        />
      </div>
      <Checkbox label={t('isActive')} {...register('isActive')} />
    </EditorDialog>
  );
}
