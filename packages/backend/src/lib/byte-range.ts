import { parse, type Range } from 'range-parser';

/**
 * The part requested by a `Range` header. Several ranges get the whole, which RFC 9110 allows (section 14.2).
 *
 * @param size size of the whole in bytes
 * @returns the part with its last byte, `undefined` for the whole, or `unsatisfiable`
 */
export function byteRange(
  header: string | null | undefined,
  size: number,
): Range | 'unsatisfiable' | undefined {
  if (!header) return undefined;
  const { code, type, ranges } = parse(size, header);
  if (type !== 'bytes' || ranges.length > 1) return undefined;
  return code === 2 && ranges.length === 0 ? 'unsatisfiable' : ranges[0];
}
