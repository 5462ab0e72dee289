import type { Slot } from './ast.ts';

/** Source of a parameter: a value of the request, or a constant of the statement. */
export type Source = { slot: Slot } | { constant: string };

/** A statement for all requests of one shape. */
export interface Statement {
  text: string;
  sources: readonly Source[];
}

/** Quotes an identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A schema-qualified, quoted name. */
export function qualified(schema: string, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** Assigns placeholders while a statement is built. */
export class Placeholders {
  readonly sources: Source[] = [];
  readonly #bySlot = new Map<Slot, string>();

  /** The placeholder of a request's value; the same one on each use. */
  slot(slot: Slot): string {
    const existing = this.#bySlot.get(slot);
    if (existing) return existing;
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
