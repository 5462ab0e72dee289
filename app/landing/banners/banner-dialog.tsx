import { ExternalLink, ImageOff, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { bannersTexts } from '#app/i18n/texts/banners.ts';
import { tabStorage } from '#app/lib/browser-storage.ts';
import { useRootData } from '#app/store/root-data.ts';
import { BareButton, Button, buttonClasses } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { useModal } from '#app/ui/use-modal.ts';
import type { Banner } from './banner.ts';
import { rotateBanners } from './rotation.ts';

/** Set once the pop-up was closed by hand in this tab, which keeps it closed. */
const closed = tabStorage('souk-banners-closed');

export const wasClosed = (): boolean => closed.read() !== null;

const storeClosed = (): void => closed.write('1');

export type BannerDialogProps = {
  banners: Banner[];
  /** Milliseconds until it closes by itself; 0 for never. */
  autoClose: number;
  /** Staff preview: closing is not stored. */
  preview?: boolean;
  onClose: () => void;
};

function BannerPicture({ banner }: { banner: Banner }) {
  const t = bannersTexts();
  const [failed, setFailed] = useState(false);
  if (failed || !banner.image_url) {
    return (
      <span className="flex size-full flex-col items-center justify-center gap-3 bg-sunken text-ink-soft">
        <ImageOff className="size-10" />
        {t('noPicture')}
      </span>
    );
  }
  return (
    // Load errors of pictures do not bubble; capture them.
    <span onErrorCapture={() => setFailed(true)} className="block size-full">
      <Picture
        src={banner.image_url}
        alt=""
        sizes="(min-width: 48rem) 42rem, 92vw"
        eager
        className="size-full object-contain"
      />
    </span>
  );
}

function BannerSlide({ banner }: { banner: Banner }) {
  const { popup: layout } = useRootData();
  const t = bannersTexts();
  const content = (
    <>
      <span className="block aspect-[40/21] w-full overflow-hidden bg-sunken">
        <BannerPicture banner={banner} />
      </span>
      {banner.title || banner.description || banner.link_url ? (
        <span className={classes('block min-h-24 p-5 md:p-6', layout.text)}>
          <span className={classes('display block', layout.title)}>{banner.title}</span>
          {banner.description ? <span className="mt-1 block text-ink-soft">{banner.description}</span> : null}
          {banner.link_url ? (
            <span className={classes(buttonClasses(), 'mt-4')}>
              {t('seeOffer')}
              <ExternalLink className="size-4" />
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  );
  if (!banner.link_url) return <div>{content}</div>;
  return (
    <a href={banner.link_url} target="_blank" rel="noopener noreferrer" className="block -outline-offset-4">
      {content}
      <span className="sr-only">{t('newTab')}</span>
    </a>
  );
}

/** The promotional pop-up, one banner at a time. */
export function BannerDialog({ banners, autoClose, preview = false, onClose }: BannerDialogProps) {
  const t = bannersTexts();
  const { popup: layout } = useRootData();
  const [index, setIndex] = useState(0);
  const [byHand, setByHand] = useState(false);
  const close = () => {
    if (!preview) storeClosed();
    onClose();
  };
  const ref = useModal(true, close);
  const count = banners.length;

  const onEnd = useEffectEvent(onClose);

  useEffect(() => {
    if (byHand) return;
    return rotateBanners({ count, autoClose, onShow: setIndex, onClose: () => onEnd() });
  }, [count, autoClose, byHand]);

  return (
    <dialog
      ref={ref}
      aria-label={t('promotions')}
      className={classes(
        'm-auto w-[min(42rem,calc(100%-2rem))] overflow-hidden bg-raised text-ink',
        layout.dialog,
      )}
    >
      <Button
        variant="outline"
        size="icon"
        aria-label={t('close')}
        onClick={close}
        className="absolute end-3 top-3 z-10 bg-raised!"
      >
        <X className="size-5" />
      </Button>
      {/* All slides share a cell, which keeps the height of the tallest. */}
      <div className="grid">
        {banners.map((banner, place) => (
          <div
            key={banner.id}
            inert={place !== index}
            className={classes('col-start-1 row-start-1', place !== index && 'invisible')}
          >
            <BannerSlide banner={banner} />
          </div>
        ))}
      </div>
      {count > 1 ? (
        <ul className="flex justify-center pb-3">
          {banners.map(({ id }, place) => (
            <li key={id}>
              <BareButton
                aria-label={t('show', { n: place + 1 })}
                aria-current={place === index ? 'true' : undefined}
                onClick={() => {
                  setByHand(true);
                  setIndex(place);
                }}
                className="group grid size-11 place-items-center"
              >
                <span className="h-2.5 w-2.5 rounded-full bg-line-strong transition-[width] group-aria-[current=true]:w-6 group-aria-[current=true]:bg-focus" />
              </BareButton>
            </li>
          ))}
        </ul>
      ) : null}
    </dialog>
  );
}
