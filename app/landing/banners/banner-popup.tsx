import { type ComponentType, useEffect, useState } from 'react';
import { popupDelay } from './banner.ts';
import type { BannerDialogProps } from './banner-dialog.tsx';

type Opened = { Dialog: ComponentType<BannerDialogProps>; banners: BannerDialogProps['banners'] };

/**
 * Opens the promotional pop-up 5 s after load where there is something to show (spec section 2). Nothing of it is
 * fetched before. `autoClose` is in ms; 0 keeps it open.
 */
export function BannerPopup({ autoClose }: { autoClose: number }) {
  const [opened, setOpened] = useState<Opened | null>(null);

  useEffect(() => {
    let gone = false;
    const timer = setTimeout(async () => {
      // Nobody asked for it, so nobody misses it where its code cannot be fetched.
      const found = await import('./open-banners.ts').then(
        ({ openBanners }) => openBanners(),
        () => null,
      );
      if (found && !gone) setOpened(found);
    }, popupDelay);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);

  if (!opened) return null;
  const { Dialog, banners } = opened;
  return <Dialog banners={banners} autoClose={autoClose} onClose={() => setOpened(null)} />;
}
