import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { formatWeekday } from '#app/lib/dates.ts';
import { slotsWords } from '#app/messages/en/admin-slots.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { EditorDialog } from '../editor-dialog.tsx';
import { FormEnd } from '../form-end.tsx';
import { refusalOf } from '../refusal.ts';
import { filledSlot, freeDays, type StoredSlot, slotForm, weekdays } from './slot-form.ts';
import { addSlots, type SlotInWeek, saveSlot } from './slots-data.ts';

/** What the editor is open for: a new slot on a day, a slot to change, or one to copy to other days. */
export type SlotTask =
  | { kind: 'add'; day: number }
  | { kind: 'edit' | 'copy'; slot: StoredSlot; name: string };

type SlotEditorProps = { task: SlotTask; slots: readonly SlotInWeek[]; onClose: () => void };

/** The form of a delivery slot: one that is there, or the same on several days. */
export function SlotEditor({ task, slots, onClose }: SlotEditorProps) {
  const t = useWords(slotsWords);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const start = task.kind === 'add' ? filledSlot(null, task.day) : filledSlot(task.slot);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(slotForm),
    defaultValues: task.kind === 'copy' ? { ...start, days: [] } : start,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const title = {
    add: () => t('addTitle'),
    edit: (name: string) => t('editTitle', { slot: name }),
    copy: (name: string) => t('copyTitle', { slot: name }),
  }[task.kind](task.kind === 'add' ? '' : task.name);

  const save = handleSubmit(async (form) => {
    setFailure('');
    try {
      if (task.kind === 'edit') {
        if (!(await saveSlot(task.slot, form))) {
          setFailure(t('conflict'));
          return;
        }
        toast({ title: t('saved', { slot: task.name }) });
      } else {
        const days = freeDays(form, slots);
        if (days.length === 0) {
          setFailure(t('allThere'));
          return;
        }
        await addSlots(form, days);
        toast({ title: t('added', { count: days.length }) });
      }
      onClose();
      await revalidate();
    } catch (error) {
      setFailure(`${t('failed')}: ${refusalOf(error)}`);
    }
  });

  return (
    <EditorDialog title={title} dirty={isDirty} onClose={onClose}>
      <form onSubmit={save} noValidate className="grid gap-5">
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
        <FormEnd
          failure={failure}
          save={task.kind === 'copy' ? t('copyHere') : t('save')}
          cancel={t('cancel')}
          busy={isSubmitting}
          onCancel={onClose}
        />
      </form>
    </EditorDialog>
  );
}
