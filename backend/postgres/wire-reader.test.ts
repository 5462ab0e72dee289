import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArray } from './parse-value.ts';
import { readError, WireReader } from './wire-reader.ts';

function message(letter: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(letter, 0);
  header.writeInt32BE(content.byteLength + 4, 1);
  return Buffer.concat([header, content]);
}

describe('messages of the server', () => {
  it('come out whole and in order, however they were cut on the way', () => {
    const content = fc.uint8Array({ maxLength: 40 });
    const messages = fc.array(fc.tuple(fc.integer({ min: 65, max: 122 }), content), { maxLength: 12 });
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (sent, cuts) => {
        const bytes = Buffer.concat(sent.map(([letter, body]) => message(letter, body)));
        const received: [number, number[]][] = [];
        const reader = new WireReader((letter, body) => received.push([letter, [...body]]));
        for (let position = 0, turn = 0; position < bytes.length; turn += 1) {
          const length = cuts[turn % cuts.length] ?? 1;
          reader.push(bytes.subarray(position, position + length));
          position += length;
        }
        expect(received).toEqual(sent.map(([letter, body]) => [letter, [...body]]));
      }),
    );
  });

  it('that are errors have their fields by name', () => {
    const text = 'SFEHLER\0VERROR\0C23505\0Mduplicate\0DKey (a)=(1) exists.\0Hhint ü\0Zignored\0\0';
    expect(readError(Buffer.from(text))).toEqual({
      severity_local: 'FEHLER',
      severity: 'ERROR',
      code: '23505',
      message: 'duplicate',
      detail: 'Key (a)=(1) exists.',
      hint: 'hint ü',
    });
  });
});

describe('the text of an array', () => {
  it('is read with quotes, nulls and lists in lists', () => {
    expect(parseArray('{}')).toEqual([]);
    expect(parseArray('{a,"b,c",NULL,"NULL","d\\"e\\\\"}')).toEqual(['a', 'b,c', null, 'NULL', 'd"e\\']);
    expect(parseArray('{{1,2},{3,NULL}}', Number)).toEqual([
      [1, 2],
      [3, null],
    ]);
  });

  it('gives back any texts that were written in quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const written = texts.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
        expect(parseArray(`{${written.join(',')}}`)).toEqual(texts);
      }),
    );
  });
});
