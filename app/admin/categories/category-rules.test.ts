import { describe, expect, it } from 'vitest';
import { refusalText } from './category-refused.ts';
import {
  type CategoryRefusal,
  categoryName,
  changeRefusal,
  deleteRefusal,
  idsWithName,
  nameRefusal,
} from './category-rules.ts';

const messageOf = (refusal: CategoryRefusal | null) => refusal && refusalText(refusal);

describe('names of categories', () => {
  it('are required and kept without the space around them', () => {
    expect(messageOf(nameRefusal('   ', { found: [] }))).toBe('Category name is required');
    expect(categoryName('  Hoodies ')).toBe('Hoodies');
  });

  it('are told apart as a whole, in any case of letters', () => {
    const found = [
      { id: 'a', name: 'Kids wear' },
      { id: 'b', name: 'KIDS*' },
    ];
    expect(idsWithName(found, ' Kids* ')).toEqual(['b']);
  });

  it('belong to one category each', () => {
    expect(messageOf(nameRefusal('Hoodies', { found: ['a'] }))).toBe(
      'A category with this name already exists',
    );
    expect(messageOf(nameRefusal('Hoodies', { found: ['a'] }, 'b'))).toBe(
      'A category with this name already exists',
    );
    expect(nameRefusal('hoodies', { found: ['a'] }, 'a')).toBeNull();
    expect(nameRefusal('Hoodies', { found: [] })).toBeNull();
  });

  it('are not given when nobody could look', () => {
    expect(messageOf(nameRefusal('Hoodies', 'failed'))).toBe('Error validating category name');
  });
});

describe('changing a category', () => {
  it('needs an id and a category that is there', () => {
    expect(messageOf(changeRefusal('', { found: true }))).toBe('Category not found');
    expect(messageOf(changeRefusal('c7', { found: false }))).toBe('Category with ID c7 not found');
    expect(messageOf(changeRefusal('c7', 'failed'))).toBe('Error checking category existence');
    expect(changeRefusal('c7', { found: true })).toBeNull();
  });

  it('says when the database gave nothing back', () => {
    expect(messageOf({ key: 'noAccess' })).toBe('Category not found or could not be accessed');
    expect(messageOf({ key: 'nothingCreated' })).toBe('Failed to create category: No data returned');
  });
});

describe('deleting a category', () => {
  it('is blocked while products use it', () => {
    expect(messageOf(deleteRefusal({ found: true }, { found: 1200 }))).toBe(
      'Cannot delete category that is used by 1200 products. Please reassign these products first.',
    );
    expect(deleteRefusal({ found: true }, { found: 0 })).toBeNull();
  });

  it('does not happen when it is gone or nobody could look', () => {
    expect(messageOf(deleteRefusal({ found: false }, { found: 0 }))).toBe('Category not found');
    expect(messageOf(deleteRefusal('failed', { found: 0 }))).toBe('Error checking category existence');
    expect(messageOf(deleteRefusal({ found: true }, 'failed'))).toBe(
      'Could not verify if category is in use',
    );
  });
});
