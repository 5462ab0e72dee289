/** An inclusive byte range, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header. Multiple ranges get the whole object, which RFC 9110 allows.
 *
 * @param size size of the object in bytes
 * @returns the range, `undefined` for the whole object, or `unsatisfiable`
 */
export function parseByteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header && /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
