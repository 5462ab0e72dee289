import { invalidRequest } from './errors.ts';

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/**
 * Bytes of a bucket's limit, which may come as a number or as text such as `20MB`.
 * @throws StorageError `InvalidRequest`
 */
export function parseSizeLimit(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  const match = typeof value === 'string' ? /^(\d+(?:\.\d+)?)(gb|mb|kb|b)?$/i.exec(value.trim()) : null;
  if (!match) throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  return Math.floor(Number(match[1]) * (UNITS[(match[2] ?? 'b').toLowerCase()] ?? 1));
}
