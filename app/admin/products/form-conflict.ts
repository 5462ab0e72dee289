import type { ProductForm } from './product-form.ts';

export type FormField = keyof ProductForm;

/** A field that two people left different: what this form has, what was saved meanwhile, and whose to keep at first. */
export type FieldConflict = { field: FormField; mine: string; theirs: string; keep: 'mine' | 'theirs' };

/** A field's value as a line of text; pictures as their file names, flags as on and off. */
export function fieldText(form: ProductForm, field: FormField): string {
  const value = form[field];
  if (typeof value === 'boolean') return value ? 'on' : '';
  if (typeof value === 'string') return value;
  return value
    .map((file) => {
      if (typeof file === 'string') return lastPart(file);
      return file.alt ? `${lastPart(file.src)} (${file.alt})` : lastPart(file.src);
    })
    .join(', ');
}

const lastPart = (address: string) => address.split('/').at(-1)?.split('?')[0] ?? '';

/** Stock is no part of it: it moves by amounts, whoever saves. */
const compared = (form: ProductForm) =>
  Object.keys(form).filter((field): field is FormField => field in form && field !== 'stock');

const same = (one: ProductForm, other: ProductForm, field: FormField) =>
  JSON.stringify(one[field]) === JSON.stringify(other[field]);

/**
 * The fields that differ between what somebody typed and what was saved meanwhile. What the person did not touch since
 * the product was opened is the other's at first.
 */
export function conflicts(opened: ProductForm, mine: ProductForm, theirs: ProductForm): FieldConflict[] {
  return compared(mine)
    .filter((field) => !same(mine, theirs, field))
    .map((field) => ({
      field,
      mine: fieldText(mine, field),
      theirs: fieldText(theirs, field),
      keep: same(mine, opened, field) ? 'theirs' : 'mine',
    }));
}

/** Their version with the fields of mine that are kept. */
export function merged(theirs: ProductForm, mine: ProductForm, kept: readonly FormField[]): ProductForm {
  const entries = kept.map((field) => [field, mine[field]]);
  return { ...theirs, ...Object.fromEntries(entries) };
}
