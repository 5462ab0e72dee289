import { X } from 'lucide-react';
import { useRef } from 'react';
import { IMAGE_RULES } from '#app/designer/image-import.ts';
import { orderPhotosTexts } from '#app/i18n/texts/order-photos.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { type ChosenPhoto, mostPhotos, type Photos } from './use-photos.ts';

interface PhotosFieldProps {
  photos: Photos;
  /** Whether they are being uploaded. */
  busy: boolean;
  /** Whether at least one is needed. */
  required?: boolean;
}

/** Field to choose photos: each with its preview, progress and failure, and a button to remove it. */
export function PhotosField({ photos, busy, required = false }: PhotosFieldProps) {
  const { chosen, refused, tooMany, add, remove } = photos;
  const t = orderPhotosTexts();
  const input = useRef<HTMLInputElement>(null);
  const full = chosen.length >= mostPhotos;
  const errors = [
    ...refused.map(({ name, problem }) => `${name}: ${t(`problem_${problem}`)}`),
    ...(tooMany ? [t('tooMany', { most: mostPhotos })] : []),
  ];
  return (
    <div className="grid gap-3">
      <Field
        label={t('photos')}
        hint={full ? t('enough', { most: mostPhotos }) : t('hint', { most: mostPhotos })}
        error={errors.join(' ')}
        optional={!required}
      >
        {(wiring) => (
          <FileInput
            {...wiring}
            ref={input}
            multiple
            accept={IMAGE_RULES.types.join(',')}
            disabled={busy}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = '';
              void add(files);
            }}
          />
        )}
      </Field>
      {chosen.length > 0 ? (
        <ul aria-label={t('chosen')} className="grid gap-2">
          {chosen.map((photo) => (
            <ChosenPhotoRow
              key={photo.key}
              photo={photo}
              busy={busy}
              onRemove={() => {
                remove(photo.key);
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

interface ChosenPhotoRowProps {
  photo: ChosenPhoto;
  busy: boolean;
  onRemove: () => void;
}

function ChosenPhotoRow({
  photo: { name, address, blob, path, sent, failure },
  busy,
  onRemove,
}: ChosenPhotoRowProps) {
  const t = orderPhotosTexts();
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-3 rounded-field border bg-surface p-2 text-sm">
      <img src={address} alt="" className="aspect-square w-full rounded-picture bg-sunken object-cover" />
      <div className="grid gap-1.5">
        <p dir="auto" className="truncate">
          {name}
        </p>
        {failure ? (
          <p role="alert" className="font-medium text-danger-text">
            {t('notSent', { why: failure })}
          </p>
        ) : null}
        {path ? <p className="text-ink-soft">{t('sent')}</p> : null}
        {busy && !path && !failure ? (
          <Progress label={t('sending', { name })} value={sent} max={blob.size} />
        ) : null}
      </div>
      <Button
        variant="quiet"
        size="icon"
        disabled={busy}
        aria-label={t('remove', { name })}
        onClick={onRemove}
      >
        <X className="size-5" />
      </Button>
    </li>
  );
}
