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

describe('names of categories', () => {
  it('are required and kept without the space around them', () => {
    expect(messageOf(nameRefusal('   ', []))).toBe('Category name is required');
    const entry = { ...categoryFormValues(null), name: '  Hoodies ' };
    expect(categoryColumns(entry, null).name).toBe('Hoodies');
  });

  it('are told apart as a whole, in any case of letters', () => {
    const found = [
      { id: 'a', name: 'Kids wear' },
      { id: 'b', name: 'KIDS*' },
    ];
    expect(idsWithName(found, ' Kids* ')).toEqual(['b']);
  });

  it('belong to one category each', () => {
    expect(messageOf(nameRefusal('Hoodies', ['a']))).toBe('A category with this name already exists');
    expect(messageOf(nameRefusal('Hoodies', ['a'], 'b'))).toBe('A category with this name already exists');
    expect(nameRefusal('hoodies', ['a'], 'a')).toBeNull();
    expect(nameRefusal('Hoodies', [])).toBeNull();
  });

  it('are not given when nobody could look', () => {
    expect(messageOf(nameRefusal('Hoodies', 'failed'))).toBe('Error validating category name');
  });
});

describe('changing a category', () => {
  it('needs an id and a category that is there', () => {
    expect(messageOf(changeRefusal('', true))).toBe('Category not found');
    expect(messageOf(changeRefusal('c7', false))).toBe('Category with ID c7 not found');
    expect(messageOf(changeRefusal('c7', 'failed'))).toBe('Error checking category existence');
    expect(changeRefusal('c7', true)).toBeNull();
  });

  it('says when the database gave nothing back', () => {
    expect(messageOf({ key: 'noAccess' })).toBe('Category not found or could not be accessed');
    expect(messageOf({ key: 'nothingCreated' })).toBe('Failed to create category: No data returned');
  });
});

describe('deleting a category', () => {
  it('is blocked while products use it', () => {
    expect(messageOf(deleteRefusal(true, 1200))).toBe(
      'Cannot delete category that is used by 1200 products. Please reassign these products first.',
    );
    expect(deleteRefusal(true, 0)).toBeNull();
  });

  it('does not happen when it is gone or nobody could look', () => {
    expect(messageOf(deleteRefusal(false, 0))).toBe('Category not found');
    expect(messageOf(deleteRefusal('failed', 0))).toBe('Error checking category existence');
    expect(messageOf(deleteRefusal(true, 'failed'))).toBe('Could not verify if category is in use');
  });
});
