/** Served picture widths in pixels. Others are refused, as each takes disk space. */
export const pictureWidths = [96, 160, 240, 320, 480, 640, 800, 1080, 1280, 1600] as const;

const stored = /\/storage\/v1\/object\/public\/([^/?#]+)\/([^?#]+)/;

/** A picture among the files of the presets, `public/brands`. */
const ofPreset = /^\/brands\/[^?#]+\.(avif|webp|png|jpg)$/;

/**
 * Path of a picture in the picture service, from any public storage URL or the path of a preset's picture; undefined for
 * pictures elsewhere.
 */
export function servedPath(address: string): string | undefined {
  if (ofPreset.test(address)) return `/pictures${address}`;
  const match = stored.exec(address);
  return match ? `/pictures/${match[1]}/${match[2]}` : undefined;
}

/** URL of a stored picture in a width, optionally as a JPEG; undefined for pictures elsewhere. */
export function servedPicture(
  address: string,
  { width, format }: { width: number; format?: 'jpeg' },
): string | undefined {
  const path = servedPath(address);
  if (!path) return undefined;
  const query = new URLSearchParams({ w: String(width), ...(format && { format }) });
  return `${path}?${query}`;
}

interface PictureSource {
  src: string;
  srcSet?: string;
}

/** `src` and `srcset` of a picture, from a quarter of `widest` up to it: the largest width the layout needs, in pixels. */
export function pictureSource(address: string, widest = 1280): PictureSource {
  const path = servedPath(address);
  if (!path) return { src: address };
  const offered = pictureWidths.filter((width) => width <= widest && width >= widest / 4);
  const middle = offered[Math.floor((offered.length - 1) / 2)] ?? pictureWidths[0];
  return {
    src: `${path}?w=${middle}`,
    srcSet: offered.map((width) => `${path}?w=${width} ${width}w`).join(', '),
  };
}
