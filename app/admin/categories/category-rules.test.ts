import { describe, expect, it } from 'vitest';
import { categoryColumns, categoryFormValues } from './categories-data.ts';
import {
  type CategoryRefusal,
  categoryRefusalText,
  changeRefusal,
  deleteRefusal,
  idsWithName,
  nameRefusal,
} from './category-rules.ts';

const messageOf = (refusal: CategoryRefusal | null) => refusal && categoryRefusalText(refusal);

describe('category names', () => {
  it('are required and trimmed', () => {
    expect(messageOf(nameRefusal('   ', []))).toBe('Category name is required');
    const entry = { ...categoryFormValues(null), name: '  Hoodies ' };
    expect(categoryColumns(entry, null).name).toBe('Hoodies');
  });

  it('are compared as a whole, ignoring case', () => {
    const found = [
      { id: 'a', name: 'Kids wear' },
      { id: 'b', name: 'KIDS*' },
    ];
    expect(idsWithName(found, ' Kids* ')).toEqual(['b']);
  });

  it('are unique', () => {
    expect(messageOf(nameRefusal('Hoodies', ['a']))).toBe('A category with this name already exists');
    expect(messageOf(nameRefusal('Hoodies', ['a'], 'b'))).toBe('A category with this name already exists');
    expect(nameRefusal('hoodies', ['a'], 'a')).toBeNull();
    expect(nameRefusal('Hoodies', [])).toBeNull();
  });

  it('are refused when the lookup failed', () => {
    expect(messageOf(nameRefusal('Hoodies', 'failed'))).toBe('Error validating category name');
  });
});

describe('changing a category', () => {
  it('needs an id and an existing category', () => {
    expect(messageOf(changeRefusal('', true))).toBe('Category not found');
    expect(messageOf(changeRefusal('c7', false))).toBe('Category with ID c7 not found');
    expect(messageOf(changeRefusal('c7', 'failed'))).toBe('Error checking category existence');
    expect(changeRefusal('c7', true)).toBeNull();
  });

  it('fails when the database returns no row', () => {
    expect(messageOf({ key: 'noAccess' })).toBe('Category not found or could not be accessed');
    expect(messageOf({ key: 'nothingCreated' })).toBe('Failed to create category: No data returned');
  });
});

describe('deleting a category', () => {
  it('is refused while products use it', () => {
    expect(messageOf(deleteRefusal(true, 1200))).toBe(
      'Cannot delete category that is used by 1200 products. Please reassign these products first.',
    );
    expect(deleteRefusal(true, 0)).toBeNull();
  });

  it('is refused when it is missing or the lookup failed', () => {
    expect(messageOf(deleteRefusal(false, 0))).toBe('Category not found');
    expect(messageOf(deleteRefusal('failed', 0))).toBe('Error checking category existence');
    expect(messageOf(deleteRefusal(true, 'failed'))).toBe('Could not verify if category is in use');
  });
});
