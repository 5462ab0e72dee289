import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { bannersTexts } from '#app/i18n/texts/banners.ts';
import { toast } from '#app/ui/toast.ts';
import { type Banner, bannersPath, bannersToShow } from './banner.ts';
import { BannerDialog, wasClosed } from './banner-dialog.tsx';

/** Whether a pop-up would steal focus from a text field or cover an open dialog. */
function wouldInterrupt(): boolean {
  return Boolean(
    document.activeElement?.matches(':read-write, select') ||
      document.querySelector(':modal, :popover-open, [role=dialog], [role=menu]'),
  );
}

/** Resolves once the pop-up would not interrupt. */
async function untilIdle(): Promise<void> {
  while (wouldInterrupt()) await new Promise((resolve) => setTimeout(resolve, 500));
}

/**
 * Loads the pop-up and the active banners, null when there are none. Waits until it does not interrupt. Shows a toast
 * on failure (docs/product.md, Banners).
 */
export async function openBanners(): Promise<{ Dialog: typeof BannerDialog; banners: Banner[] } | null> {
  if (wasClosed()) return null;
  try {
    const answer = await fetch(pathInPageLanguage(bannersPath));
    if (!answer.ok) throw new Error(`${bannersPath} answered ${answer.status}`);
    const allBanners = await answer.json();
    await untilIdle();
    const banners = bannersToShow(allBanners, Date.now());
    return banners.length > 0 ? { Dialog: BannerDialog, banners } : null;
  } catch {
    const t = bannersTexts();
    toast({ title: t('error'), description: t('failed'), variant: 'destructive' });
    return null;
  }
}
