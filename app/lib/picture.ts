/** Widths in pixels that pictures are served in. Others are refused: each width takes space on disk. */
export const pictureWidths = [96, 160, 240, 320, 480, 640, 800, 1080, 1280, 1600] as const;

const stored = /\/storage\/v1\/object\/public\/([^/?#]+)\/([^?#]+)/;

/**
 * The path of a stored picture in the store's own picture service, from any public address of storage, relative or
 * absolute; undefined for pictures that lie elsewhere and are shown as they are.
 */
export function servedPath(address: string): string | undefined {
  const match = stored.exec(address);
  return match ? `/pictures/${match[1]}/${match[2]}` : undefined;
}

export interface PictureSource {
  src: string;
  srcSet?: string;
}

/** What an `img` needs to let the browser choose a width; `widest` in pixels is the most the layout asks for. */
export function pictureSource(address: string, widest = 1280): PictureSource {
  const path = servedPath(address);
  if (!path) return { src: address };
  const offered = pictureWidths.filter((width) => width <= widest);
  const middle = offered[Math.floor((offered.length - 1) / 2)] ?? pictureWidths[0];
  return {
    src: `${path}?w=${middle}`,
    srcSet: offered.map((width) => `${path}?w=${width} ${width}w`).join(', '),
  };
}
