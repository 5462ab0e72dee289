import { describe, expect, it } from 'vitest';
import { conflicts, merged } from './form-conflict.ts';
import { filledForm } from './product-form.ts';

const opened = { ...filledForm(), name: 'Cap', price: '90', pictures: [{ src: '/a/1.webp', alt: '' }] };

describe('M91 a form saved over a newer version', () => {
  it('shows the fields that differ, each with whose to keep at first', () => {
    const mine = { ...opened, price: '80', stock: '9' };
    const theirs = {
      ...opened,
      price: '95',
      name: 'Sun cap',
      pictures: [{ src: '/a/2.webp', alt: 'Front' }],
    };
    expect(conflicts(opened, mine, theirs)).toEqual([
      { field: 'name', mine: 'Cap', theirs: 'Sun cap', keep: 'theirs' },
      { field: 'price', mine: '80', theirs: '95', keep: 'mine' },
      { field: 'pictures', mine: '1.webp', theirs: '2.webp (Front)', keep: 'theirs' },
    ]);
  });

  it('has nothing to ask when both did the same', () => {
    const both = { ...opened, featured: true };
    expect(conflicts(opened, both, { ...both, stock: '3' })).toEqual([]);
  });

  it('keeps of mine what was chosen and takes the rest from theirs', () => {
    const mine = { ...opened, price: '80', name: 'My cap' };
    const theirs = { ...opened, price: '95', name: 'Sun cap', brand: 'Souk' };
    expect(merged(theirs, mine, ['price'])).toEqual({ ...theirs, price: '80' });
  });
});
