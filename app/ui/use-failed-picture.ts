import { useState } from 'react';

/** Whether a picture failed to load, and the `img` attributes that detect it. */
export function useFailedPicture(src: string) {
  const [failedSrc, setFailedSrc] = useState('');
  const onError = () => setFailedSrc(src);
  // A picture may have failed before hydration, when nothing was listening.
  const ref = (picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth === 0) onError();
  };
  return { failed: src !== '' && src === failedSrc, watch: { ref, onError } };
}
