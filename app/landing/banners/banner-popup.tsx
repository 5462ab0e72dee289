import { type ComponentType, useEffect, useState } from 'react';
import { popupDelay } from './banner.ts';
import type { BannerDialogProps } from './banner-dialog.tsx';

type Opened = { Dialog: ComponentType<BannerDialogProps>; banners: BannerDialogProps['banners'] };

/**
 * Opens the promotional pop-up 5 s after load when a banner is active (docs/product.md, Banners). Nothing is fetched
 * earlier. `autoClose` is in milliseconds; 0 keeps it open.
 */
export function BannerPopup({ autoClose }: { autoClose: number }) {
  const [opened, setOpened] = useState<Opened | null>(null);

  useEffect(() => {
    let cancelled = false;
    const timer = setTimeout(async () => {
      // A failed load is ignored: nobody requested the pop-up.
      const popup = await import('./open-banners.ts').then(
        ({ openBanners }) => openBanners(),
        () => null,
      );
      if (popup && !cancelled) setOpened(popup);
    }, popupDelay);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, []);

  if (!opened) return null;
  const { Dialog, banners } = opened;
  return <Dialog banners={banners} autoClose={autoClose} onClose={() => setOpened(null)} />;
}
