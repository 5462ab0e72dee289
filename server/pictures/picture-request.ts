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

/** The smallest offered width that covers the requested one, else the widest. */
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

/** Characters that end or alter a storage path, which would give one picture several URLs. */
const notInPaths = /[?#\\\p{Cc}]/u;

/** Parses `/pictures/{bucket}/{path}?w=640`, `&format=jpeg` instead of an Accept header; undefined for other URLs and paths with `..`. */
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
