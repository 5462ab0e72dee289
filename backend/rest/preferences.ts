import { RestError } from './errors.ts';

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

/** Parses the Prefer header. The first of repeated preferences applies. Time zones are validated by the database. */
export function parsePreferences(header: string | undefined): Preferences {
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
    else if (ALLOWED_VALUES.get(name)?.includes(value)) preferences[name] ??= value;
    else if (preference !== '') unknown.push(preference);
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

export type RequestKind = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call';

/**
 * The Preference-Applied header: preferences relevant to this kind of request.
 * @param hasConflictTarget whether an insert has a conflict target
 */
export function appliedPreferences(
  preferences: Preferences,
  kind: RequestKind,
  hasConflictTarget: boolean,
): string | undefined {
  const { resolution, missing, count, tx, handling, timezone, maxAffected } = preferences;
  const mutates = kind !== 'read' && kind !== 'call';
  const applied: string[] = [];
  if (resolution && kind === 'insert' && hasConflictTarget) applied.push(`resolution=${resolution}`);
  if (missing && (kind === 'insert' || kind === 'update')) applied.push(`missing=${missing}`);
  if (preferences.return && mutates) applied.push(`return=${preferences.return}`);
  if (count) applied.push(`count=${count}`);
  if (tx) applied.push(`tx=${tx}`);
  if (handling) applied.push(`handling=${handling}`);
  if (timezone) applied.push(`timezone=${timezone}`);
  if (maxAffected !== undefined && handling === 'strict' && limitsAffected(kind)) {
    applied.push(`max-affected=${maxAffected}`);
  }
  return applied.length > 0 ? applied.join(', ') : undefined;
}

export function limitsAffected(kind: RequestKind): boolean {
  return kind === 'update' || kind === 'delete' || kind === 'call';
}
