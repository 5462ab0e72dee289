import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

const POINT = 600;
const TEXT_ARRAY: number = 1009;

/** Types that stay text: a Date would cut microseconds off, and an object is not what PostgreSQL writes. */
const TEXTS: ReadonlySet<number> = new Set([
  builtins.DATE,
  builtins.TIMESTAMP,
  builtins.TIMESTAMPTZ,
  builtins.INTERVAL,
  builtins.CIRCLE,
  POINT,
]);

/** Lists of names, timestamps, dates, intervals, points and numerics: their items stay text. */
const LISTS_OF_TEXTS: ReadonlySet<number> = new Set([1003, 1115, 1185, 1182, 1187, 1017, 1231]);

/** How values of the database are read: numbers, truth values, JSON, bytes and lists; all else as the text it is. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (LISTS_OF_TEXTS.has(type)) return getTypeParser(TEXT_ARRAY);
    return TEXTS.has(type) ? String : getTypeParser(type, format);
  },
};
