import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

const POINT = 600;
const TEXT_ARRAY: number = 1009;

/** Types that stay text: a Date would lose microseconds, and an object is not what PostgreSQL writes. */
const TEXTS: ReadonlySet<number> = new Set([
  builtins.DATE,
  builtins.TIMESTAMP,
  builtins.TIMESTAMPTZ,
  builtins.INTERVAL,
  builtins.CIRCLE,
  POINT,
]);

/** Arrays of names, timestamps, dates, intervals, points and numerics, whose items stay text. */
const LISTS_OF_TEXTS: ReadonlySet<number> = new Set([1003, 1115, 1185, 1182, 1187, 1017, 1231]);

/** How database values are parsed: numbers, booleans, JSON, bytes and arrays; everything else stays text. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (LISTS_OF_TEXTS.has(type)) return getTypeParser(TEXT_ARRAY);
    return TEXTS.has(type) ? String : getTypeParser(type, format);
  },
};
