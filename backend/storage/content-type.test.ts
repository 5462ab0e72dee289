import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isActiveContent, isAllowedType, matchesContent, sniff } from './content-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } });

describe('content and its type', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff'] as const)('recognises %s', async (format) => {
    const data = await picture.clone().toFormat(format).toBuffer();
    expect(sniff(data.subarray(0, 64))).toBe(`image/${format}`);
    expect(matchesContent(`image/${format}`, data.subarray(0, 64))).toBe(true);
    expect(matchesContent('image/bmp', data.subarray(0, 64))).toBe(false);
  });

  it.each([
    ['application/pdf', '%PDF-1.7'],
    ['video/mp4', '\0\0\0 ftypisom'],
    ['video/quicktime', '\0\0\0 ftypqt  '],
    ['video/webm', '\x1aE\xdf\xa3'],
    ['audio/mpeg', 'ID3'],
    ['audio/mp3', '\xff\xfb\x90'],
    ['audio/wav', 'RIFF\x01\x02\x03\x04WAVE'],
    ['font/woff2', 'wOF2'],
    ['application/zip', 'PK\x03\x04'],
    ['image/jpg', '\xff\xd8\xff\xe0'],
    ['IMAGE/PNG; charset=binary', '\x89PNG\r\n\x1a\n'],
  ])('takes %s that begins as it should', (type, head) => {
    expect(matchesContent(type, bytes(head))).toBe(true);
  });

  it.each([
    ['image/png', '<script>'],
    ['image/png', '\xff\xd8\xff'],
    ['image/gif', 'GIF88a'],
    ['image/webp', 'RIFF\0\0\0\0WAVE'],
    ['video/mp4', 'MZ\x90\0'],
    ['application/pdf', '<html>'],
  ])('refuses %s that begins with %j', (type, head) => {
    expect(matchesContent(type, bytes(head))).toBe(false);
  });

  it('says nothing about formats without a signature, nor about nothing', () => {
    expect(matchesContent('text/csv', bytes('a,b'))).toBe(true);
    expect(matchesContent('application/octet-stream', bytes('\x89PNG'))).toBe(true);
    expect(matchesContent('image/png', bytes(''))).toBe(true);
  });
});

describe('what a bucket takes', () => {
  it('is named whole, by kind or altogether', () => {
    expect(isAllowedType('image/png', ['image/*'])).toBe(true);
    expect(isAllowedType('image/png; q=1', ['image/png'])).toBe(true);
    expect(isAllowedType('imagex/png', ['image/*'])).toBe(false);
    expect(isAllowedType('text/plain', ['image/*', 'text/csv'])).toBe(false);
    expect([null, undefined, [], ['*'], ['*/*']].every((allowed) => isAllowedType('a/b', allowed))).toBe(
      true,
    );
  });
});

describe('active content', () => {
  it('is what a browser would run', () => {
    for (const type of [
      'text/html',
      'TEXT/HTML; charset=utf-8',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/xml',
      'application/rss+xml',
      'text/javascript',
      'application/x-javascript',
      'application/ecmascript',
    ]) {
      expect(isActiveContent(type), type).toBe(true);
    }
    for (const type of ['image/png', 'text/plain', 'application/json', 'application/pdf', 'video/mp4']) {
      expect(isActiveContent(type), type).toBe(false);
    }
  });
});
