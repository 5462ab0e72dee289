import type { ParseValue } from './wire-connection.ts';

type Parse = (text: string) => unknown;

/** By the type's object id. What is not here stays text: bigint and numeric would lose digits, timestamps microseconds. */
const SCALARS: Readonly<Record<number, Parse>> = {
  16: (text) => text === 't',
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  21: Number,
  23: Number,
  26: Number,
  114: (text) => JSON.parse(text),
  700: Number,
  701: Number,
  3802: (text) => JSON.parse(text),
};

/** Element types by the object id of the array type. */
const ARRAYS: Readonly<Record<number, number>> = {
  199: 114,
  1000: 16,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  2951: 2950,
  3807: 3802,
};

/** Turns a value's text into what services expect, by its type. */
export const parseValue: ParseValue = (type, text) => {
  const scalar = SCALARS[type];
  if (scalar) return scalar(text);
  const element = ARRAYS[type];
  return element === undefined ? text : parseArray(text, SCALARS[element] ?? String);
};

/** Reads PostgreSQL's text form of an array, `{1,"two, three",NULL,{4}}`. */
export function parseArray(text: string, parse: Parse = String): unknown[] {
  let position = 0;
  const readList = (): unknown[] => {
    const list: unknown[] = [];
    position += 1;
    while (position < text.length && text[position] !== '}') {
      if (text[position] === ',') position += 1;
      else list.push(readElement());
    }
    position += 1;
    return list;
  };
  const readElement = (): unknown => {
    if (text[position] === '{') return readList();
    if (text[position] === '"') return parse(readQuoted());
    const start = position;
    while (position < text.length && text[position] !== ',' && text[position] !== '}') position += 1;
    const word = text.slice(start, position);
    return word === 'NULL' ? null : parse(word);
  };
  const readQuoted = (): string => {
    let value = '';
    for (position += 1; text[position] !== '"' && position < text.length; position += 1) {
      if (text[position] === '\\') position += 1;
      value += text[position] ?? '';
    }
    position += 1;
    return value;
  };
  return text.startsWith('{') ? readList() : [];
}
