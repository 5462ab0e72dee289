import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { refusalOf } from '../refusal.ts';
import { pictureProblem, pictureTypes, uploadPicture } from '../upload-picture.ts';
import { moved } from './picture-order.ts';

type PicturesFieldProps = {
  /** Public addresses, the first one for cards. */
  images: string[];
  error: string | undefined;
  onChange: (images: string[]) => void;
  onBusy: (busy: boolean) => void;
};

/** A product's pictures: upload, order, remove. */
export function PicturesField({ images, error, onChange, onBusy }: PicturesFieldProps) {
  const t = useWords(productsWords);
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState('');

  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    const problem = files.map(pictureProblem).find(Boolean);
    setFailure(problem ? t(problem) : '');
    if (problem || files.length === 0) return;
    setUploading(true);
    onBusy(true);
    const uploads = await Promise.allSettled(
      files.map((file) => uploadPicture('product-images', pageTenant(), file)),
    );
    const failed = uploads.find((upload) => upload.status === 'rejected');
    if (failed) setFailure(refusalOf(failed.reason));
    onChange([
      ...images,
      ...uploads.flatMap((upload) => (upload.status === 'fulfilled' ? [upload.value] : [])),
    ]);
    setUploading(false);
    onBusy(false);
  };

  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold text-lg">{t('pictures')}</legend>
      {images.length > 0 ? (
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
          {images.map((image, index) => (
            <li key={image} className="grid gap-1 rounded-card border bg-surface p-2">
              <Picture
                src={image}
                alt={t('pictureNumber', { number: index + 1 })}
                sizes="9rem"
                widest={320}
                className="aspect-square w-full rounded-picture object-cover"
              />
              <div className="flex justify-between">
                <Button
                  variant="quiet"
                  size="icon"
                  disabled={index === 0}
                  aria-label={t('earlier', { number: index + 1 })}
                  onClick={() => onChange(moved(images, index, -1))}
                >
                  <ChevronLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  disabled={index === images.length - 1}
                  aria-label={t('later', { number: index + 1 })}
                  onClick={() => onChange(moved(images, index, 1))}
                >
                  <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('removePicture', { number: index + 1 })}
                  onClick={() => onChange(images.filter((other) => other !== image))}
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </Button>
              </div>
            </li>
          ))}
        </ol>
      ) : null}
      <Field label={t('addPictures')} hint={t('picturesHint')} error={failure || error}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            className="w-full min-w-0"
            multiple
            accept={pictureTypes}
            disabled={uploading}
            onChange={(event) => void take(event)}
          />
        )}
      </Field>
      {uploading ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner className="size-4" /> {t('uploading')}
        </p>
      ) : null}
    </fieldset>
  );
}
