import { expect, test } from 'vitest';
import { finishDocument, sharedMarkup } from './finished-document.ts';

test('M112 a document is all of its pieces in their order, in bytes', () => {
  const { length, writeTo } = finishDocument([
    '<p>',
    sharedMarkup('Größe é'),
    '</p>',
    'سوق \ud83d',
    sharedMarkup(''),
  ]);
  const buffer = Buffer.alloc(length + 1, '!');
  writeTo(buffer);
  expect(buffer.toString()).toBe('<p>Größe é</p>سوق \ufffd!');
});

test('M112 its tag tells it from every other document', () => {
  const tag = (...pieces: Parameters<typeof finishDocument>[0]) => finishDocument(pieces).etag;
  const [cup, mug] = [sharedMarkup('<i>Cup</i>'), sharedMarkup('<i>Mug</i>')];
  const tags = [
    tag('<p>', cup, mug),
    tag('<p>', mug, cup),
    tag('<p>', cup),
    tag('<p> ', cup, mug),
    tag('<p>', cup, mug, ' '),
    tag(`<p>${cup.digest}`, mug),
  ];
  expect(new Set(tags).size).toBe(tags.length);
  expect(tags[0]).toBe(tag('<p>', sharedMarkup('<i>Cup</i>'), mug));
  expect(tags[0]).toMatch(/^[\w-]{22}$/);
});
