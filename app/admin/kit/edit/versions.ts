import { notAllowed } from '../error-message.ts';

/**
 * A field that two people left different, and whose value to keep at first; `both` says that each of them changed it, so
 * that somebody has to choose.
 */
export type Difference = {
  field: string;
  mine: unknown;
  theirs: unknown;
  keep: 'mine' | 'theirs';
  both: boolean;
};

/** The values of a form by field. */
export type Values = Readonly<Record<string, unknown>>;

const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields that differ between what somebody typed and what was saved meanwhile. What the person did not touch since
 * the form was opened is the other's at first.
 */
export function differences(opened: Values, mine: Values, theirs: Values): Difference[] {
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    .filter((field) => !alike(mine[field], theirs[field]))
    .map((field) => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      keep: alike(mine[field], opened[field]) ? 'theirs' : 'mine',
      both: !alike(mine[field], opened[field]) && !alike(theirs[field], opened[field]),
    }));
}

/** The fields that only the person at the form changed; they are kept without a question. */
export const onlyMine = (all: readonly Difference[]) =>
  all.flatMap(({ field, keep, both }) => (keep === 'mine' && !both ? [field] : []));

/** Their version with the fields of mine that are kept. */
export function merged<Form extends Values>(theirs: Form, mine: Form, kept: readonly string[]): Form {
  return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
}

/** A row as far as saving over it needs; null where there is none yet. */
export type Versioned = { version: number | null } | null;

/** How a form is written: `write` answers with the newer version that is in the way, or null once it is saved. */
export type Writing<Form, Row extends Versioned> = {
  filled: (row: Row) => Form;
  differences: (opened: Form, mine: Form, theirs: Form) => Difference[];
  merged: (theirs: Form, mine: Form, kept: readonly string[]) => Form;
  write: (values: Form, over: Row) => Promise<NonNullable<Row> | null>;
  /** The version that the same form made when it was saved before. */
  own?: number | undefined;
};

/**
 * Saves a form over a version of its row. A newer version that is the form's own, or in which nothing is different that the
 * form changed as well, is no reason to ask: what each of both changed is kept. Any other is answered with, and nothing is
 * saved.
 * @throws BackendError when the version that was written over is still there: the backend hides it from the change
 */
export async function saveOver<Form extends Values, Row extends Versioned>(
  values: Form,
  over: Row,
  writing: Writing<Form, Row>,
): Promise<NonNullable<Row> | null> {
  const newer = await writing.write(values, over);
  if (newer === null) return null;
  if (newer.version === (over?.version ?? null)) throw notAllowed();
  const [opened, theirs] = [writing.filled(over), writing.filled(newer)];
  if (newer.version === writing.own || alike(theirs, opened)) return saveOver(values, newer, writing);
  const all = writing.differences(opened, values, theirs);
  if (all.some(({ both }) => both)) return newer;
  return saveOver(writing.merged(theirs, values, onlyMine(all)), newer, writing);
}
