import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import adminDiscountsMessages from '#app/i18n/messages/en/admin-discounts.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { EditorDialog } from '../../kit/edit/editor-dialog.tsx';
import { useEditor } from '../../kit/edit/use-editor.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { discountForm, discountFormValues, discountKinds } from './discount-form.ts';
import { addDiscount, type ListedDiscount, saveDiscount } from './discounts-data.ts';

type DiscountEditorProps = { discount: ListedDiscount['row'] | null; onClose: () => void };

/** Form of a new or existing discount code. */
export function DiscountEditor({ discount, onClose }: DiscountEditorProps) {
  const t = useTranslations('admin-discounts', adminDiscountsMessages);
  const form = useForm({ resolver: zodResolver(discountForm), defaultValues: discountFormValues(discount) });
  const { register, watch, setError, formState } = form;
  const { errors } = formState;
  const kind = watch('kind');
  const editor = useEditor(form, {
    row: discount,
    formValues: discountFormValues,
    write: (values, base) => (base ? saveDiscount(base, values) : addDiscount(values)),
    saved: ({ code }) => t('saved', { code }),
    onClose,
    failed: (error) => {
      if (!(error instanceof BackendError && error.code === '23505')) {
        return `${t('saveFailed')}: ${errorMessage(error)}`;
      }
      setError('code', { message: t('codeTaken') }, { shouldFocus: true });
      return '';
    },
  });

  return (
    <EditorDialog
      thing={discount ? `discount ${discount.id}` : ''}
      title={discount ? t('editTitle', { code: discount.code }) : t('addTitle')}
      editor={editor}
      names={{
        labels: {
          code: t('code'),
          description: t('description'),
          kind: t('kind'),
          value: t('worth'),
          minimum: t('minimum'),
          totalLimit: t('totalLimit'),
          perPersonLimit: t('perPersonLimit'),
          from: t('from'),
          to: t('to'),
          isActive: t('isActive'),
          isPublic: t('isPublic'),
        },
        formatField: (field, value) => {
          const named = discountKinds.find((one) => field === 'kind' && one === value);
          return named && t(`kind_${named}`);
        },
      }}
      save={t('save')}
      onClose={onClose}
    >
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
    </EditorDialog>
  );
}
