import { pictureWidths } from '../../app/lib/picture-address.ts';
import { readTarget } from '../http/answer-requests.ts';

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

export interface PictureRequest {
  bucket: string;
  path: string;
  width: number;
  format: PictureFormat;
}

const address = /^\/pictures\/([\w.-]+)\/(.+)$/;
const fallbackWidth = 640;

/** The smallest served width that is at least as wide as requested, else the widest. */
export function offeredWidth(requested: number): number {
  return (
    pictureWidths.find((width) => width >= requested) ??
    pictureWidths[pictureWidths.length - 1] ??
    fallbackWidth
  );
}

/** The best format that a client accepts. */
export function acceptedFormat(accept: string | undefined): PictureFormat {
  if (accept?.includes('image/avif')) return 'avif';
  return accept?.includes('image/webp') ? 'webp' : 'jpeg';
}

/** Characters that end or alter a storage path, which would allow several URLs for one picture. */
const notInPaths = /[?#\\\p{Cc}]/u;

/** Parses `/pictures/{bucket}/{path}?w=640`, with `&format=jpeg` where a client says nothing of what it shows; undefined for other URLs and for paths with `..`. */
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
  const requested = Number(searchParams.get('w') ?? fallbackWidth);
  return {
    bucket,
    path,
    width: offeredWidth(Number.isFinite(requested) ? requested : fallbackWidth),
    format: searchParams.get('format') === 'jpeg' ? 'jpeg' : acceptedFormat(accept),
  };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
