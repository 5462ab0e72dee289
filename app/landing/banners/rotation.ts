/** Time per banner when the pop-up does not close by itself, in milliseconds (docs/product.md, Banners). */
const bannerRotation = 4000;

/**
 * Time per banner in milliseconds: 4 s without auto-close, else an equal share of the delay. 0 for a single banner that
 * stays.
 */
export function bannerDuration(count: number, autoClose: number): number {
  if (autoClose > 0) return autoClose / Math.max(count, 1);
  return count > 1 ? bannerRotation : 0;
}

interface RotationOptions {
  count: number;
  /** Milliseconds until the pop-up closes; 0 for never. */
  autoClose: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/**
 * Rotates banners endlessly, or once within the auto-close delay before closing (docs/product.md, Banners). @returns a
 * function that stops it
 */
export function rotateBanners({ count, autoClose, onShow, onClose }: RotationOptions): () => void {
  const share = bannerDuration(count, autoClose);
  if (share === 0) return () => {};
  let index = 0;
  const timer = setInterval(() => {
    index += 1;
    if (autoClose > 0 && index >= count) {
      clearInterval(timer);
      onClose();
    } else {
      onShow(index % count);
    }
  }, share);
  return () => clearInterval(timer);
}
