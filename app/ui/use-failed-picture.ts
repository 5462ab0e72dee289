import { useState } from 'react';

/** Whether a picture did not load, and the attributes of its `img` that find out. */
export function useFailedPicture(src: string) {
  const [failedSrc, setFailedSrc] = useState('');
  const onError = () => setFailedSrc(src);
  // What failed before the page was interactive told nobody.
  const ref = (picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth === 0) onError();
  };
  return { failed: src !== '' && src === failedSrc, watch: { ref, onError } };
}
