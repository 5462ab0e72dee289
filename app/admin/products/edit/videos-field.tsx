import { Trash2 } from 'lucide-react';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { Button } from '#app/ui/button.tsx';
import { videoProblem, videoTypes } from '../../ui/edit/upload-picture.ts';
import { FilesInput } from './files-input.tsx';

type VideosFieldProps = {
  /** Public addresses. */
  videos: string[];
  error: string | undefined;
  onChange: (change: (videos: string[]) => string[]) => void;
  onUploaded: (address: string) => void;
  onBusy: (busy: boolean) => void;
};

/** A product's videos: upload, preview, remove. Shown after the pictures. */
export function VideosField({ videos, error, onChange, onUploaded, onBusy }: VideosFieldProps) {
  const t = adminProductsTexts();
  const add = (address: string) => {
    onUploaded(address);
    onChange((current) => [...current, address]);
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold text-lg">{t('videos')}</legend>
      {videos.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-3">
          {videos.map((video, index) => (
            <li key={video} className="grid gap-2 rounded-card border bg-surface p-2">
              <video
                src={video}
                aria-label={t('videoNumber', { number: index + 1 })}
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
                aria-label={t('removeVideo', { number: index + 1 })}
                onClick={() => onChange((current) => current.filter((each) => each !== video))}
              >
                <Trash2 className="size-4" />
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <FilesInput
        label={t('addVideos')}
        hint={t('videosHint')}
        accept={videoTypes}
        problemOf={videoProblem}
        error={error}
        onUploaded={add}
        onBusy={onBusy}
      />
    </fieldset>
  );
}
