import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { BackendError } from '#app/lib/backend-error.ts';
import { discountsWords } from '#app/messages/en/admin-discounts.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { EditorDialog } from '../../editor-dialog.tsx';
import { FormEnd } from '../../form-end.tsx';
import { refusalOf } from '../../refusal.ts';
import { discountForm, discountKinds, filledDiscount } from './discount-form.ts';
import { addDiscount, type ListedDiscount, saveDiscount } from './discounts-data.ts';

type DiscountEditorProps = { discount: ListedDiscount['row'] | null; onClose: () => void };

/** The form of a discount code, new or there already. */
export function DiscountEditor({ discount, onClose }: DiscountEditorProps) {
  const t = useWords(discountsWords);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, watch, setError, formState } = useForm({
    resolver: zodResolver(discountForm),
    defaultValues: filledDiscount(discount),
  });
  const { errors, isSubmitting, isDirty } = formState;
  const kind = watch('kind');

  const save = handleSubmit(async (form) => {
    setFailure('');
    try {
      if (!discount) await addDiscount(form);
      else if (!(await saveDiscount(discount.id, discount.version, form))) {
        setFailure(t('conflict'));
        return;
      }
      toast({ title: t('saved', { code: form.code }) });
      onClose();
      await revalidate();
    } catch (error) {
      if (error instanceof BackendError && error.code === '23505') {
        setError('code', { message: t('codeTaken') }, { shouldFocus: true });
      } else setFailure(`${t('saveFailed')}: ${refusalOf(error)}`);
    }
  });

  return (
    <EditorDialog
      title={discount ? t('editTitle', { code: discount.code }) : t('addTitle')}
      dirty={isDirty}
      onClose={onClose}
    >
      <form onSubmit={save} noValidate className="grid gap-5">
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.code?.message}
          {...register('code')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField label={t('kind')} {...register('kind')}>
            {discountKinds.map((one) => (
              <option key={one} value={one}>
                {t(`kind_${one}`)}
              </option>
            ))}
          </SelectField>
          {kind === 'free_shipping' ? null : (
            <TextField
              label={t(`value_${kind}`)}
              inputMode="decimal"
              error={errors.value?.message}
              {...register('value')}
            />
          )}
          <TextField
            label={t('minimum')}
            inputMode="decimal"
            error={errors.minimum?.message}
            {...register('minimum')}
          />
        </div>
        <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
          <legend className="mb-2 text-ink-soft text-sm">{t('limitHint')}</legend>
          <TextField
            label={t('totalLimit')}
            inputMode="numeric"
            error={errors.totalLimit?.message}
            {...register('totalLimit')}
          />
          <TextField
            label={t('perPersonLimit')}
            inputMode="numeric"
            error={errors.perPersonLimit?.message}
            {...register('perPersonLimit')}
          />
        </fieldset>
        <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
          <legend className="mb-2 text-ink-soft text-sm">{t('windowHint')}</legend>
          <TextField label={t('from')} type="datetime-local" {...register('from')} />
          <TextField label={t('to')} type="datetime-local" error={errors.to?.message} {...register('to')} />
        </fieldset>
        <TextField
          label={t('description')}
          optional
          error={errors.description?.message}
          {...register('description')}
        />
        <div>
          <Checkbox label={t('isActive')} {...register('isActive')} />
          <Checkbox label={t('isPublic')} {...register('isPublic')} />
        </div>
        <FormEnd
          failure={failure}
          save={t('save')}
          cancel={t('cancel')}
          busy={isSubmitting}
          onCancel={onClose}
        />
      </form>
    </EditorDialog>
  );
}
