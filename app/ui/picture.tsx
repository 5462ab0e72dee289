import { pictureSource } from '#app/lib/picture.ts';
import { classes } from './classes.ts';

type PictureProps = {
  /** Address as the database has it; '' shows an empty ground of the same size. */
  src: string;
  /** What the picture shows; '' when the text beside it says so. */
  alt: string;
  /** How wide the layout shows it, as in `img`. */
  sizes: string;
  /** Seen first: fetched at once and before other things. */
  eager?: boolean;
  /** Most pixels the layout can use. */
  widest?: number;
  /** Proportions, where the class does not fix them. */
  width?: number;
  height?: number;
  /** Becomes the picture of the same name on the page that a link with a view transition leads to. */
  morphName?: string | undefined;
  className?: string;
};

/** A picture in the widths and formats the browser asks for; its ground holds the place until it is there. */
export function Picture(props: PictureProps) {
  const { src, alt, sizes, eager = false, widest, width, height, morphName, className } = props;
  if (src === '') return <div aria-hidden="true" className={classes('bg-sunken', className)} />;
  return (
    <img
      {...pictureSource(src, widest)}
      alt={alt}
      {...{ sizes, width, height }}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'sync' : 'async'}
      style={morphName ? { viewTransitionName: morphName } : undefined}
      className={classes('bg-sunken', className)}
    />
  );
}
