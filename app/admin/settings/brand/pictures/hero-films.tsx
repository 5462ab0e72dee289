import { Trash2 } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminBrandPicturesTexts } from '#app/i18n/texts/admin-brand-pictures.ts';
import { pageBackend, pageTenant } from '#app/lib/page-tenant.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { uploadPicture, videoProblem, videoTypes } from '../../../ui/edit/upload-picture.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import type { BrandForm } from '../brand-form.ts';
import { mediaBucket, mostFilms, storedPath } from './picture-values.ts';

/** Films of the hero, played one after another: upload, look, remove. */
export function HeroFilms({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const t = adminBrandPicturesTexts();
  const { field } = useController<BrandForm, 'hero_films'>({ name: 'hero_films' });
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState('');

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    const problem = videoProblem(file);
    setFailure(problem ? t(problem) : '');
    if (problem) return;
    setUploading(true);
    onBusy(true);
    try {
      const address = await uploadPicture(mediaBucket, pageTenant(), file);
      field.onChange([...field.value, storedPath(address)]);
    } catch (refusal) {
      setFailure(errorMessage(refusal));
    } finally {
      setUploading(false);
      onBusy(false);
    }
  };

  return (
    <div className="grid gap-3">
      {field.value.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-3">
          {field.value.map((film, index) => (
            <li key={film} className="grid gap-2 rounded-card border bg-surface p-2">
              <video
                src={film.startsWith('/storage/') ? pageBackend().url + film : film}
                aria-label={t('filmNumber', { number: index + 1 })}
                controls
                muted
                playsInline
                preload="none"
                className="aspect-video w-full rounded-picture bg-sunken object-contain"
              />
              <Button
                variant="quiet"
                size="small"
                className="justify-self-end"
                aria-label={t('removeFilm', { number: index + 1 })}
                onClick={() => field.onChange(field.value.filter((each) => each !== film))}
              >
                <Trash2 className="size-4" />
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {field.value.length < mostFilms ? (
        <Field label={t('hero_films')} hint={t('filmsHint')} error={failure} optional>
          {(wiring) => (
            <FileInput
              {...wiring}
              accept={videoTypes}
              disabled={uploading}
              onChange={(event) => void add(event)}
            />
          )}
        </Field>
      ) : null}
      {uploading ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner className="size-4" /> {adminTexts()('uploading')}
        </p>
      ) : null}
    </div>
  );
}
