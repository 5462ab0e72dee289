import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import adminAttributesMessages from '#app/i18n/messages/en/admin-attributes.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import type { ListedCategory } from '../categories/categories-data.ts';
import { EditorDialog } from '../kit/edit/editor-dialog.tsx';
import { useEditor } from '../kit/edit/use-editor.ts';
import { errorMessage } from '../kit/error-message.ts';
import { attributeForm, attributeFormValues, attributeKinds } from './attribute-form.ts';
import { addAttribute, type StoredAttribute, saveAttribute } from './attributes-data.ts';

type AttributeEditorProps = {
  /** Null for a new attribute. */
  attribute: StoredAttribute | null;
  categories: readonly ListedCategory[];
  onClose: () => void;
};

/** Form of an attribute. */
export function AttributeEditor({ attribute, categories, onClose }: AttributeEditorProps) {
  const t = useTranslations('admin-attributes', adminAttributesMessages);
  const form = useForm({
    resolver: zodResolver(attributeForm),
    defaultValues: attributeFormValues(attribute),
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [kind, allCategories] = watch(['kind', 'allCategories']);
  const editor = useEditor(form, {
    row: attribute,
    formValues: attributeFormValues,
    write: (values, base) => (base ? saveAttribute(base, values) : addAttribute(values)),
    saved: ({ name }) => t('saved', { name: toastName(name) }),
    onClose,
    failed: (error) => `${t('failed')}: ${errorMessage(error)}`,
  });
  return (
    <EditorDialog
      thing={attribute ? `attribute ${attribute.id}` : ''}
      title={attribute ? t('editOne', { name: attribute.name }) : t('addTitle')}
      editor={editor}
      names={{
        labels: {
          name: t('name'),
          kind: t('kind'),
          unit: t('unit'),
          choices: t('choices'),
          allCategories: t('allCategories'),
          categoryIds: t('categories'),
          position: t('position'),
          onCard: t('onCard'),
          onPage: t('onPage'),
          isFilter: t('isFilter'),
        },
        formatField: (field, value) =>
          field === 'categoryIds' && Array.isArray(value)
            ? categories
                .filter(({ id }) => value.includes(id))
                .map(({ name }) => name)
                .join(', ')
            : undefined,
      }}
      save={t('save')}
      onClose={onClose}
    >
      <TextField label={t('name')} autoComplete="off" error={errors.name?.message} {...register('name')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t('kind')}
          hint={attribute ? t('kindFixed') : undefined}
          disabled={attribute !== null}
          {...register('kind')}
        >
          {attributeKinds.map((one) => (
            <option key={one} value={one}>
              {t(`kind_${one}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('position')}
          hint={t('positionHint')}
          inputMode="numeric"
          error={errors.position?.message}
          {...register('position')}
        />
      </div>
      {kind === 'number' ? (
        <TextField
          label={t('unit')}
          hint={t('unitHint')}
          optional
          error={errors.unit?.message}
          {...register('unit')}
        />
      ) : null}
      {kind === 'choice' ? (
        <TextField
          label={t('choices')}
          hint={t('choicesHint')}
          error={errors.choices?.message}
          {...register('choices')}
        />
      ) : null}
      <fieldset aria-describedby="attribute-categories" className="min-w-0">
        <legend className="mb-1 font-medium text-sm">{t('categories')}</legend>
        <Checkbox label={t('allCategories')} {...register('allCategories')} />
        {allCategories ? null : (
          <div className="grid grid-cols-2 gap-x-4">
            {categories.map(({ id, name }) => (
              <Checkbox key={id} label={name} value={id} {...register('categoryIds')} />
            ))}
          </div>
        )}
        <FieldError id="attribute-categories">{errors.categoryIds?.message}</FieldError>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-sm">{t('shown')}</legend>
        <Checkbox label={t('onPage')} {...register('onPage')} />
        <Checkbox label={t('onCard')} {...register('onCard')} />
        {kind === 'text' ? null : <Checkbox label={t('isFilter')} {...register('isFilter')} />}
      </fieldset>
    </EditorDialog>
  );
}
