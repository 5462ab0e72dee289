import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { PrivatePicture } from '#app/designer/private-picture.tsx';
import { orderPhotosTexts } from '#app/i18n/texts/order-photos.ts';
import { BareButton, Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { photoBucket } from './use-photos.ts';

interface OrderPhotosProps {
  /** Paths in the bucket `order-photos`. */
  photos: readonly string[];
}

/** Photos from a report as thumbnails; each opens large. In print they are half a page wide. */
export function OrderPhotos({ photos }: OrderPhotosProps) {
  const t = orderPhotosTexts();
  const [open, setOpen] = useState<number | null>(null);
  const count = photos.length;
  if (count === 0) return null;
  const step = (by: number) => setOpen((current) => ((current ?? 0) + by + count) % count);
  const shown = open === null ? undefined : photos[open];
  return (
    <>
      <ul aria-label={t('photos')} className="flex flex-wrap gap-2 py-1">
        {photos.map((path, index) => (
          <li key={path} className="break-inside-avoid">
            <BareButton
              aria-label={t('enlarge', { place: index + 1, count })}
              onClick={() => setOpen(index)}
              className="block cursor-zoom-in rounded-picture"
            >
              <PrivatePicture
                bucket={photoBucket}
                path={path}
                alt=""
                eager
                className="size-20 rounded-picture object-cover print:h-auto print:w-[8cm]"
              />
            </BareButton>
          </li>
        ))}
      </ul>
      <Dialog
        open={shown !== undefined}
        onClose={() => setOpen(null)}
        size="large"
        title={t('photo', { place: (open ?? 0) + 1, count })}
        actions={
          count > 1 ? (
            <>
              <Button variant="outline" onClick={() => step(-1)}>
                <ChevronLeft className="size-4 rtl:-scale-x-100" />
                {t('previous')}
              </Button>
              <Button variant="outline" onClick={() => step(1)}>
                {t('next')}
                <ChevronRight className="size-4 rtl:-scale-x-100" />
              </Button>
            </>
          ) : null
        }
      >
        {shown ? (
          <PrivatePicture
            key={shown}
            bucket={photoBucket}
            path={shown}
            alt={t('photo', { place: (open ?? 0) + 1, count })}
            eager
            className="mx-auto max-h-[60dvh] min-h-40 w-full rounded-picture object-contain"
          />
        ) : null}
      </Dialog>
    </>
  );
}
