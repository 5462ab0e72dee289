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
