import { notAllowedError } from '../error-message.ts';

/**
 * A field with different values in two versions, and which to keep by default; `both` when both versions
 * changed it, so that the user must choose.
 */
export type Difference = {
  field: string;
  mine: unknown;
  theirs: unknown;
  keep: 'mine' | 'theirs';
  both: boolean;
};

/** Form values by field. */
type Values = Readonly<Record<string, unknown>>;

/** Returns whether two JSON values are equal, with keys in the same order. */
export const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the fields that differ between the form and the stored version. Fields that the user did not
 * change default to the stored value.
 */
export function differences(base: Values, mine: Values, theirs: Values): Difference[] {
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    .filter((field) => !equal(mine[field], theirs[field]))
    .map((field) => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      keep: equal(mine[field], base[field]) ? 'theirs' : 'mine',
      both: !equal(mine[field], base[field]) && !equal(theirs[field], base[field]),
    }));
}

/** Returns the fields that only the form changed; they are saved without asking. */
export const onlyMine = (all: readonly Difference[]) =>
  all.flatMap(({ field, keep, both }) => (keep === 'mine' && !both ? [field] : []));

/** Returns the stored version with the given fields of the form. */
export function merge<Form extends Values>(theirs: Form, mine: Form, fields: readonly string[]): Form {
  return { ...theirs, ...Object.fromEntries(fields.map((field) => [field, mine[field]])) };
}

/** The version of a row; null before the first save. */
export type Versioned = { version: number | null } | null;

/** How a form is written: `write` returns the newer version on a conflict, or null after saving. */
export type Writing<Form, Row extends Versioned> = {
  formValues: (row: Row) => Form;
  differences: (base: Form, mine: Form, theirs: Form) => Difference[];
  merged: (theirs: Form, mine: Form, fields: readonly string[]) => Form;
  write: (values: Form, base: Row) => Promise<NonNullable<Row> | null>;
  /** Version written by this form's previous save. */
  ownVersion?: number;
};

/**
 * Saves a form over a version of its row. A newer version is merged silently if it is the form's own or
 * changed only other fields; any other is returned and nothing is saved.
 * @throws BackendError when the row still has the expected version: row-level security excluded it from the
 * update
 */
export async function saveWithMerge<Form extends Values, Row extends Versioned>(
  values: Form,
  base: Row,
  writing: Writing<Form, Row>,
): Promise<NonNullable<Row> | null> {
  const newer = await writing.write(values, base);
  if (newer === null) return null;
  if (newer.version === (base?.version ?? null)) throw notAllowedError();
  const [before, theirs] = [writing.formValues(base), writing.formValues(newer)];
  if (newer.version === writing.ownVersion || equal(theirs, before))
    return saveWithMerge(values, newer, writing);
  const all = writing.differences(before, values, theirs);
  if (all.some(({ both }) => both)) return newer;
  return saveWithMerge(writing.merged(theirs, values, onlyMine(all)), newer, writing);
}
