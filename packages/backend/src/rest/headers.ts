import { invalidRange, RestError } from './errors.ts';
import type { Window } from './syntax.ts';

/** Format of the rows: a list, a single object, or CSV. */
export interface Output {
  form: 'array' | 'object' | 'csv';
  /** Omits keys whose value is null. */
  stripNulls: boolean;
  contentType: string;
}

const ARRAY = outputOf('array', 'application/json');
const CSV = outputOf('csv', 'text/csv');
const OBJECT_TYPE = 'application/vnd.pgrst.object+json';
const ARRAY_TYPE = 'application/vnd.pgrst.array+json';

function outputOf(form: Output['form'], type: string, stripNulls = false): Output {
  const parameters = `${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
  return { form, stripNulls, contentType: `${type}${parameters}` };
}

/**
 * Selects the response format from the Accept header.
 * @throws RestError PGRST107 (406) when none is supported
 */
export function negotiate(accept: string | undefined): Output {
  if (accept === undefined || accept === 'application/json' || accept === '*/*') return ARRAY;
  const accepted = accept
    .split(',')
    .map((range) => ({ range: range.trim(), quality: Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1) }))
    .sort((one, other) => other.quality - one.quality);
  for (const { range } of accepted) {
    const output = outputFor(range.toLowerCase());
    if (output) return output;
  }
  const names = accepted.map(({ range }) => range).join(', ');
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${names}`);
}

function outputFor(range: string): Output | undefined {
  const stripped = /;\s*nulls=stripped/.test(range);
  switch (range.split(';', 1)[0]?.trim()) {
    case 'application/json':
    case 'application/*':
    case '*/*':
      return ARRAY;
    case OBJECT_TYPE:
    case 'application/vnd.pgrst.object':
      return outputOf('object', OBJECT_TYPE, stripped);
    case ARRAY_TYPE:
    case 'application/vnd.pgrst.array':
      return stripped ? outputOf('array', ARRAY_TYPE, true) : ARRAY;
    case 'text/csv':
      return CSV;
    default:
      return undefined;
  }
}

export type RequestKind = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call';

export interface Preferences {
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  return?: 'representation' | 'minimal' | 'headers-only';
  count?: 'exact' | 'planned' | 'estimated';
  tx?: 'commit' | 'rollback';
  missing?: 'default' | 'null';
  handling?: 'strict' | 'lenient';
  timezone?: string;
  maxAffected?: number;
  /** Unknown preferences: an error under `handling=strict`. */
  unknown: readonly string[];
}

const ALLOWED_VALUES = new Map<string, readonly string[]>([
  ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  ['return', ['representation', 'minimal', 'headers-only']],
  ['count', ['exact', 'planned', 'estimated']],
  ['tx', ['commit', 'rollback']],
  ['missing', ['default', 'null']],
  ['handling', ['strict', 'lenient']],
]);

const NONE: Preferences = { unknown: [] };

/**
 * Parses the Prefer header. The first of repeated preferences applies. Time zones are validated by the database.
 * @param mayRollBack whether `tx` counts; it is ignored otherwise
 */
export function parsePreferences(header: string | undefined, mayRollBack = false): Preferences {
  if (!header) return NONE;
  const preferences: Record<string, string | number> = {};
  const unknown: string[] = [];
  for (const part of header.split(',')) {
    const preference = part.trim();
    const equals = preference.indexOf('=');
    const name = preference.slice(0, Math.max(0, equals));
    const value = preference.slice(equals + 1);
    if (name === 'max-affected') {
      if (/^\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value);
    } else if (name === 'timezone') preferences.timezone ??= value;
    else if (ALLOWED_VALUES.get(name)?.includes(value)) {
      if (name !== 'tx' || mayRollBack) preferences[name] ??= value;
    } else if (preference !== '') unknown.push(preference);
  }
  return { ...preferences, unknown };
}

/** @throws RestError PGRST122 for unknown preferences under `handling=strict` */
export function refuseUnknown(preferences: Preferences): void {
  if (preferences.handling !== 'strict' || preferences.unknown.length === 0) return;
  throw new RestError(
    400,
    'PGRST122',
    'Invalid preferences given with handling=strict',
    `Invalid preferences: ${preferences.unknown.join(', ')}`,
  );
}

/** The limit on affected rows, which applies to some requests under `handling=strict`. */
export function affectedLimit({ handling, maxAffected }: Preferences, kind: RequestKind): number | undefined {
  const limits = kind === 'update' || kind === 'delete' || kind === 'call';
  return limits && handling === 'strict' ? maxAffected : undefined;
}

/**
 * The Preference-Applied header: preferences relevant to this kind of request.
 * @param hasConflictTarget whether an insert has a conflict target
 */
export function appliedPreferences(
  preferences: Preferences,
  kind: RequestKind,
  hasConflictTarget: boolean,
): string | undefined {
  const { resolution, missing, count, tx, handling, timezone } = preferences;
  const mutates = kind !== 'read' && kind !== 'call';
  const applied = {
    resolution: kind === 'insert' && hasConflictTarget ? resolution : undefined,
    missing: kind === 'insert' || kind === 'update' ? missing : undefined,
    return: mutates ? preferences.return : undefined,
    count,
    tx,
    handling,
    timezone,
    'max-affected': affectedLimit(preferences, kind),
  };
  const pairs = Object.entries(applied).filter(([, value]) => value !== undefined);
  return pairs.length > 0 ? pairs.map(([name, value]) => `${name}=${value}`).join(', ') : undefined;
}

const RANGE = /^(?:items=)?(\d{1,15})-(\d{0,15})$/;

/**
 * The rows to return: `limit` and `offset`, restricted by the Range header and the server's page size.
 * @param range the Range header, for GET only
 * @throws RestError PGRST103 (416) for an empty window without `limit=0`
 */
export function windowOf(requested: Window | undefined, range: string | undefined, maxRows: number): Window {
  const [, first, last] = (range === undefined ? null : RANGE.exec(range)) ?? [];
  const headerEnd = last ? Number(last) : Number.POSITIVE_INFINITY;
  const offset = Math.max(requested?.offset ?? 0, Number(first ?? 0));
  if (requested?.limit === 0) return { offset: requested.offset, limit: 0 };
  if (headerEnd < Number(first ?? 0)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const queryEnd = requested?.limit === undefined ? Infinity : requested.offset + requested.limit - 1;
  const end = Math.min(headerEnd, queryEnd);
  if (end < offset) throw invalidRange('Limit should be greater than or equal to zero.');
  const limit = Math.min(maxRows, end - offset + 1);
  return { offset, limit: Number.isFinite(limit) ? limit : undefined };
}

/** Content-Range: `0-19/57`, or a star as the total when it is unknown. */
export function contentRange(first: number, last: number, total: number | undefined): string {
  const range = total !== 0 && first <= last ? `${first}-${last}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** 200 for all rows, 206 for a part; throws 416 for an offset behind the last row. */
export function statusOfRange(window: Window, rows: number, total: number | undefined): 200 | 206 {
  if (total === undefined) return 200;
  if (window.offset > total) {
    throw invalidRange(
      `An offset of ${window.offset} was requested, but there are only ${total} rows.`,
      total,
    );
  }
  return rows < total ? 206 : 200;
}
