import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Banner } from '#app/landing/banners/banner.ts';
import { BannerDialog } from '#app/landing/banners/banner-dialog.tsx';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { EditorDialog } from '../../kit/edit/editor-dialog.tsx';
import { PictureField, picturePreview } from '../../kit/edit/picture-field.tsx';
import { useEditor } from '../../kit/edit/use-editor.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { bannerColumns, bannerForm, bannerFormValues } from './banner-form.ts';
import { addBanner, type StoredBanner, saveBanner } from './banners-data.ts';

type BannerEditorProps = {
  banner: StoredBanner | null;
  /** Position of a new banner. */
  nextPosition: number;
  onClose: () => void;
};

/** Form of a new or existing banner, with a preview of the pop-up. */
export function BannerEditor({ banner, nextPosition, onClose }: BannerEditorProps) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  const [uploading, setUploading] = useState(false);
  const [previewed, setPreviewed] = useState<Banner | null>(null);
  const form = useForm({ resolver: zodResolver(bannerForm), defaultValues: bannerFormValues(banner) });
  const { register, watch, setValue, getValues, formState } = form;
  const { errors } = formState;
  const editor = useEditor(form, {
    row: banner,
    formValues: bannerFormValues,
    write: (values, base) => (base ? saveBanner(base, values) : addBanner(values, nextPosition)),
    saved: ({ title }) => t('saved', { name: toastName(title) }),
    onClose,
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });

  const preview = () => {
    const row = bannerColumns(getValues());
    setPreviewed({
      ...row,
      id: banner?.id ?? 'new',
      position: 0,
      description: row.description ?? '',
      link_url: row.link_url ?? '',
    });
  };

  return (
    <EditorDialog
      thing={banner ? `banner ${banner.id}` : ''}
      title={banner ? t('editTitle') : t('addTitle')}
      editor={editor}
      names={{
        labels: {
          title: t('name'),
          description: t('description'),
          image: t('picture'),
          link: t('link'),
          from: t('from'),
          to: t('to'),
          isActive: t('isActive'),
        },
        formatField: (field, value) => (field === 'image' ? picturePreview(value) : undefined),
      }}
      save={t('save')}
      waiting={uploading}
      onClose={onClose}
    >
      <TextField label={t('name')} autoComplete="off" error={errors.title?.message} {...register('title')} />
      <TextareaField
        label={t('description')}
        optional
        rows={2}
        error={errors.description?.message}
        {...register('description')}
      />
      <PictureField
        label={t('picture')}
        hint={t('pictureHint')}
        bucket="banners"
        folder={`banner-images/${pageTenant()}`}
        value={watch('image')}
        error={errors.image?.message}
        onBusy={setUploading}
        onChange={(image) => setValue('image', image, { shouldDirty: true, shouldValidate: image !== '' })}
      />
      <TextField
        label={t('link')}
        hint={t('linkHint')}
        optional
        inputMode="url"
        error={errors.link?.message}
        {...register('link')}
      />
      <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-ink-soft text-sm">{t('windowHint')}</legend>
        <TextField label={t('from')} type="datetime-local" {...register('from')} />
        <TextField label={t('to')} type="datetime-local" error={errors.to?.message} {...register('to')} />
      </fieldset>
      <Checkbox label={t('isActive')} {...register('isActive')} />
      <Button variant="outline" className="justify-self-start" onClick={preview}>
        {t('showPreview')}
      </Button>
      {previewed ? (
        <BannerDialog banners={[previewed]} autoClose={0} preview onClose={() => setPreviewed(null)} />
      ) : null}
    </EditorDialog>
  );
}
