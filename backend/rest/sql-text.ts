import { tooMany } from './errors.ts';

/** Below the 65,535 of PostgreSQL's protocol, which a condition used in several places of a statement could reach. */
const MAX_PARAMETERS = 30_000;

/** A statement with its parameters. */
export interface Statement {
  text: string;
  parameters: readonly (string | Uint8Array)[];
}

/** Quotes an identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A schema-qualified, quoted name. */
export function qualified(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** Quotes a name from the schema as a string literal. */
export function literal(text: string): string {
  const escaped = text.replaceAll("'", "''").replaceAll('\\', '\\\\');
  return escaped.includes('\\') ? `E'${escaped}'` : `'${escaped}'`;
}

/** Collects the parameters of a statement while it is built. */
export class Placeholders {
  readonly parameters: (string | Uint8Array)[] = [];

  /** Adds a value of the request. @returns its placeholder @throws RestError for too many values */
  add(value: string | Uint8Array): string {
    if (this.parameters.length === MAX_PARAMETERS) throw tooMany('values', MAX_PARAMETERS);
    return `$${this.parameters.push(value)}`;
  }
}
