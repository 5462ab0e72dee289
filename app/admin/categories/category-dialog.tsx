import { useState } from 'react';
import { useForm } from 'react-hook-form';
import adminCategoriesMessages from '#app/i18n/messages/en/admin-categories.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { EditorDialog } from '../kit/edit/editor-dialog.tsx';
import { PictureField, picturePreview } from '../kit/edit/picture-field.tsx';
import { useEditor } from '../kit/edit/use-editor.ts';
import { errorMessage } from '../kit/error-message.ts';
import {
  addCategory,
  type CategoryEntry,
  categoryFormValues,
  type ListedCategory,
  saveCategory,
} from './categories-data.ts';

type CategoryDialogProps = { category: ListedCategory | null; onClose: () => void };

/** Form of a new or existing category. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const t = useTranslations('admin-categories', adminCategoriesMessages);
  const [uploading, setUploading] = useState(false);
  const form = useForm<CategoryEntry>({ defaultValues: categoryFormValues(category) });
  const { register, watch, setValue, setError, formState } = form;
  const editor = useEditor(form, {
    row: category,
    formValues: categoryFormValues,
    write: (entry, base) => (base ? saveCategory(base, entry) : addCategory(entry)),
    saved: ({ name }) => t('saved', { name: toastName(name.trim()) }),
    onClose,
    failed: (error) => {
      setError('name', { message: errorMessage(error) }, { shouldFocus: true });
      return '';
    },
  });

  return (
    <EditorDialog
      thing={category ? `category ${category.id}` : ''}
      title={category ? t('editTitle', { name: category.name }) : t('addTitle')}
      editor={editor}
      names={{
        labels: { name: t('name'), description: t('description'), image: t('picture') },
        formatField: (field, value) => (field === 'image' ? picturePreview(value) : undefined),
      }}
      save={t('save')}
      waiting={uploading}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        maxLength={120}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <TextareaField label={t('description')} optional maxLength={5000} {...register('description')} />
      <PictureField
        label={t('choosePicture')}
        hint={t('pictureHint')}
        optional
        bucket="website-images"
        folder={`category-images/${pageTenant()}`}
        value={watch('image')}
        onBusy={setUploading}
        onChange={(image) => setValue('image', image, { shouldDirty: true })}
      />
    </EditorDialog>
  );
}
