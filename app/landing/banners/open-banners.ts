import bannersMessages from '#app/i18n/messages/en/banners.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { toast } from '#app/ui/toast.ts';
import { type Banner, bannersPath, bannersToShow } from './banner.ts';
import { BannerDialog, wasClosed } from './banner-dialog.tsx';

/** Whether a pop-up would take the keyboard from somebody who types, or lie on something that they have opened. */
function disturbs(): boolean {
  return Boolean(
    document.activeElement?.matches(':read-write, select') ||
      document.querySelector(':modal, :popover-open, [role=menu]'),
  );
}

/** Resolves as soon as a pop-up disturbs nobody. */
async function untilUndisturbing(): Promise<void> {
  while (disturbs()) await new Promise((resolve) => setTimeout(resolve, 500));
}

/**
 * The pop-up and the banners to show now, or null when there are none; the answer waits until nobody is disturbed by it. A
 * failure is told by a toast (spec section 8).
 */
export async function openBanners(): Promise<{ Dialog: typeof BannerDialog; banners: Banner[] } | null> {
  if (wasClosed()) return null;
  try {
    const answer = await fetch(bannersPath);
    if (!answer.ok) throw new Error(`${bannersPath} answered ${answer.status}`);
    const known = await answer.json();
    await untilUndisturbing();
    const banners = bannersToShow(known, Date.now());
    return banners.length > 0 ? { Dialog: BannerDialog, banners } : null;
  } catch {
    const t = getTranslations('banners', bannersMessages);
    toast({ title: t('error'), description: t('failed'), variant: 'destructive' });
    return null;
  }
}
