import { bannerShare } from './banner.ts';

interface RotationOptions {
  /** How many banners there are. */
  count: number;
  /** Milliseconds until the pop-up closes; 0 for never. */
  autoClose: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/**
 * Runs a pop-up's banners: in a cycle, or once through in equal shares of the auto-close delay and then closed (spec
 * section 4). Returns what stops it.
 */
export function rotateBanners({ count, autoClose, onShow, onClose }: RotationOptions): () => void {
  const share = bannerShare(count, autoClose);
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
