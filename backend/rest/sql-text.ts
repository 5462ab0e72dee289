import type { Slot } from './ast.ts';

/** What stands behind a placeholder: one of the request's values, or a text that belongs to the statement. */
export type Source = { slot: Slot } | { constant: string };

/** A statement for all requests of one shape. */
export interface Statement {
  text: string;
  sources: readonly Source[];
}

/** An identifier as SQL. Only for names that come from the schema. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table or function of a schema, as SQL. */
export function qualified(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** Hands out placeholders while a statement is written. */
export class Placeholders {
  readonly sources: Source[] = [];
  readonly #bySlot = new Map<Slot, string>();

  /** The placeholder of a value of the request; the same one each time it is needed. */
  slot(slot: Slot): string {
    const known = this.#bySlot.get(slot);
    if (known) return known;
    const placeholder = this.#add({ slot });
    this.#bySlot.set(slot, placeholder);
    return placeholder;
  }

  constant(text: string): string {
    return this.#add({ constant: text });
  }

  #add(source: Source): string {
    return `$${this.sources.push(source)}`;
  }
}
