import { pictureWidths } from '../../app/lib/picture.ts';
import { readTarget } from '../answer-requests.ts';

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** Which original, how wide, in which format. */
export interface PictureRequest {
  bucket: string;
  path: string;
  width: number;
  format: PictureFormat;
}

const address = /^\/pictures\/([\w.-]+)\/(.+)$/;
const fallbackWidth = 640;

/** The smallest offered width that is at least as wide as asked, else the widest. */
export function offeredWidth(asked: number): number {
  return (
    pictureWidths.find((width) => width >= asked) ?? pictureWidths[pictureWidths.length - 1] ?? fallbackWidth
  );
}

/** The best format that a client says it shows. */
export function acceptedFormat(accept: string | undefined): PictureFormat {
  if (accept?.includes('image/avif')) return 'avif';
  return accept?.includes('image/webp') ? 'webp' : 'jpeg';
}

/** What the storage would read as the end of the path, or as another one: each would be a second spelling of one picture. */
const notInPaths = /[?#\\\p{Cc}]/u;

/** Reads `/pictures/{bucket}/{path}?w=640`; undefined for any other address, and for paths that try to climb. */
export function readPictureRequest(url: string, accept: string | undefined): PictureRequest | undefined {
  const { pathname, searchParams } = readTarget(url);
  const [, bucket, encoded] = address.exec(pathname) ?? [];
  if (!bucket || !encoded) return undefined;
  const path = decoded(encoded);
  if (
    !path ||
    notInPaths.test(path) ||
    path.split('/').some((part) => part === '' || part === '.' || part === '..')
  )
    return undefined;
  const asked = Number(searchParams.get('w') ?? fallbackWidth);
  return {
    bucket,
    path,
    width: offeredWidth(Number.isFinite(asked) ? asked : fallbackWidth),
    format: acceptedFormat(accept),
  };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
