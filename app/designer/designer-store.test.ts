import { expect, test } from 'vitest';
import { blankDesign } from './design-edits.ts';
import { openDesign, savedRecorder, useDesigner } from './designer-store.ts';

const draft = (saved: { id: string; document: string; inCart: boolean } | null) => ({
  design: blankDesign('Hoodie', 'white'),
  size: '',
  saved,
  line: null,
});
const first = { id: 'first', document: '{}', inCart: false };

test('a design is known by what it was stored as', () => {
  openDesign(draft(null), null);
  const remember = savedRecorder();
  remember(first);
  expect(useDesigner.getState().saved).toEqual(first);
});

test('a design that was opened meanwhile is not taken for the one that was being stored', () => {
  openDesign(draft(null), null);
  const remember = savedRecorder();
  openDesign(draft(null), 'a-product');
  remember(first);
  expect(useDesigner.getState().saved).toBeNull();
  expect(useDesigner.getState().saveCount).toBe(2);
});
