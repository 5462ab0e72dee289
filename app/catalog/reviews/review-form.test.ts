import { describe, expect, it } from 'vitest';
import { reviewForm } from './review-form.ts';

const complaints = (form: unknown) => reviewForm.safeParse(form).error?.issues.map(({ message }) => message);

describe('a review', () => {
  it('needs a rating and some text; a title is optional', () => {
    expect(reviewForm.parse({ rating: '4', title: '', body: ' Warm and heavy. ' })).toEqual({
      rating: '4',
      title: '',
      body: 'Warm and heavy.',
    });
    expect(complaints({ title: '', body: '' })).toEqual([
      'Choose how many stars.',
      'Write at least a few words.',
    ]);
  });

  it.each(['0', '6', '4.5', '', null])('rejects %j stars', (rating) => {
    expect(complaints({ rating, title: '', body: 'Fine.' })).toEqual(['Choose how many stars.']);
  });

  it('reports when it is too long', () => {
    expect(complaints({ rating: '5', title: 'a'.repeat(121), body: 'b'.repeat(4001) })).toEqual([
      'Keep the title under 120 characters.',
      'Keep the review under 4,000 characters.',
    ]);
  });
});
