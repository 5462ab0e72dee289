import { useState } from 'react';
import { pictureSource } from '#app/lib/picture-address.ts';
import { classes } from './classes.ts';

type PictureProps = {
  /** Address as stored; '' shows a placeholder of the same size. */
  src: string;
  /** Alternative text; '' when the text beside it says the same. */
  alt: string;
  /** Layout width, as in `img`. */
  sizes: string;
  /** Above the fold: loaded at once with high priority. */
  eager?: boolean;
  /** Largest width the layout uses, in pixels. */
  widest?: number;
  /** Aspect ratio, if the class does not set it. */
  width?: number;
  height?: number;
  /** Name shared with a picture on the linked page, for view transitions. */
  morphName?: string | undefined;
  className?: string;
};

/** A responsive picture in several widths and formats; a failed one becomes a placeholder of its size. */
export function Picture(props: PictureProps) {
  const { src, alt, sizes, eager = false, widest, width, height, morphName, className } = props;
  const { failed, watch } = useFailedPicture(src);
  if (src === '' || failed) {
    return (
      <div
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}
        className={classes('bg-sunken', className)}
      />
    );
  }
  return (
    <img
      {...watch}
      {...pictureSource(src, widest)}
      alt={alt}
      sizes={sizes}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'sync' : 'async'}
      style={morphName ? { viewTransitionName: morphName } : undefined}
      className={classes('bg-sunken', className)}
    />
  );
}

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
