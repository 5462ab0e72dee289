import { invalidRequest } from './errors.ts';

type Resize = 'cover' | 'contain' | 'fill';
export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

/** A picture transformation; sizes in pixels. */
export interface Transform {
  width?: number;
  height?: number;
  resize?: Resize;
  /** 20 to 100 */
  quality?: number;
  /** `origin` keeps the original format. */
  format?: 'origin' | 'avif' | 'webp';
}

const MAX_SIDE = 2500;
const RESIZES: readonly string[] = ['cover', 'contain', 'fill'];
const FORMATS: readonly string[] = ['origin', 'avif', 'webp'];

/**
 * Parses a transformation from a query, a signed URL or JSON. Limits sides to 2,500 pixels; ignores unknown options.
 * @throws StorageError `InvalidRequest`
 */
export function parseTransform(source: unknown): Transform {
  const options = (typeof source === 'object' && source !== null ? source : {}) as Record<string, unknown>;
  const width = number(options.width, 'width', 0, Number.MAX_SAFE_INTEGER);
  const height = number(options.height, 'height', 0, Number.MAX_SAFE_INTEGER);
  const quality = number(options.quality, 'quality', 20, 100);
  const resize = oneOf(options.resize, 'resize', RESIZES) as Resize | undefined;
  const format = oneOf(options.format, 'format', FORMATS) as Transform['format'];
  return {
    ...(width ? { width: Math.min(width, MAX_SIDE) } : {}),
    ...(height ? { height: Math.min(height, MAX_SIDE) } : {}),
    ...(resize ? { resize } : {}),
    ...(quality ? { quality } : {}),
    ...(format ? { format } : {}),
  };
}

/** `{ width: 100, resize: 'cover' }` → `width:100,resize:cover` */
export function formatTransform(transform: Transform): string {
  return Object.entries(transform)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
}

/** Inverse of `formatTransform`. */
export function parseTransformText(text: string): Transform {
  return parseTransform(Object.fromEntries(text.split(',').map((entry) => entry.split(':'))));
}

/** The response's format: the requested one, else the best that the client accepts, else the original. */
export function chooseFormat(transform: Transform, accept: string, original: string): PictureFormat {
  if (transform.format === 'avif' || transform.format === 'webp') return transform.format;
  if (transform.format !== 'origin') {
    if (accept.includes('image/avif')) return 'avif';
    if (accept.includes('image/webp')) return 'webp';
  }
  switch (original) {
    case 'avif':
    case 'webp':
    case 'png':
    case 'gif':
      return original;
    default:
      return 'jpeg';
  }
}

function number(value: unknown, name: string, minimum: number, maximum: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const amount = Number(value);
  if (!Number.isInteger(amount) || amount < minimum || amount > maximum) {
    throw invalidRequest(`querystring/${name} must be an integer from ${minimum} to ${maximum}`);
  }
  return amount;
}

function oneOf(value: unknown, name: string, allowed: readonly string[]): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || !allowed.includes(value)) {
    throw invalidRequest(`querystring/${name} must be one of ${allowed.join(', ')}`);
  }
  return value;
}
