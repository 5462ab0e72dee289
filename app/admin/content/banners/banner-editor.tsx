import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { pageTenant } from '#app/brands/page-tenant.ts';
import type { Banner } from '#app/landing/banners/banner.ts';
import { BannerDialog } from '#app/landing/banners/banner-dialog.tsx';
import { bannersWords } from '#app/messages/en/admin-banners.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { EditorDialog } from '../../editor-dialog.tsx';
import { FormEnd } from '../../form-end.tsx';
import { PictureField } from '../../picture-field.tsx';
import { refusalOf } from '../../refusal.ts';
import { bannerColumns, bannerForm, filledBanner } from './banner-form.ts';
import { addBanner, type StoredBanner, saveBanner } from './banners-data.ts';

type BannerEditorProps = {
  banner: StoredBanner | null;
  /** Where a new banner comes in the order. */
  nextPosition: number;
  onClose: () => void;
};

/** The form of a banner, new or there already, with the pop-up as shoppers will see it. */
export function BannerEditor({ banner, nextPosition, onClose }: BannerEditorProps) {
  const t = useWords(bannersWords);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const [uploading, setUploading] = useState(false);
  const [previewed, setPreviewed] = useState<Banner | null>(null);
  const { register, handleSubmit, watch, setValue, getValues, formState } = useForm({
    resolver: zodResolver(bannerForm),
    defaultValues: filledBanner(banner),
  });
  const { errors, isSubmitting, isDirty } = formState;

  const save = handleSubmit(async (form) => {
    setFailure('');
    try {
      if (!banner) await addBanner(form, nextPosition);
      else if (!(await saveBanner(banner.id, banner.version, form))) {
        setFailure(t('conflict'));
        return;
      }
      toast({ title: t('saved', { name: toastName(form.title) }) });
      onClose();
      await revalidate();
    } catch (error) {
      setFailure(`${t('saveFailed')}: ${refusalOf(error)}`);
    }
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
    <EditorDialog title={banner ? t('editTitle') : t('addTitle')} dirty={isDirty} onClose={onClose}>
      <form onSubmit={save} noValidate className="grid gap-5">
        <TextField
          label={t('name')}
          autoComplete="off"
          error={errors.title?.message}
          {...register('title')}
        />
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
        <FormEnd
          failure={failure}
          save={t('save')}
          cancel={t('cancel')}
          busy={isSubmitting || uploading}
          onCancel={onClose}
        />
      </form>
      {previewed ? (
        <BannerDialog banners={[previewed]} autoClose={0} preview onClose={() => setPreviewed(null)} />
      ) : null}
    </EditorDialog>
  );
}
