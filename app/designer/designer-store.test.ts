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

test('a saved design is recognized by the stored document', () => {
  openDesign(draft(null), null);
  const remember = savedRecorder();
  remember(first);
  expect(useDesigner.getState().saved).toEqual(first);
});

test('saving does not mark a design that was opened meanwhile', () => {
  openDesign(draft(null), null);
  const remember = savedRecorder();
  openDesign(draft(null), 'a-product');
  remember(first);
  expect(useDesigner.getState().saved).toBeNull();
  expect(useDesigner.getState().saveCount).toBe(2);
});
