import { describe, expect, it } from 'vitest';
import {
  chooseFormat,
  formatTransform,
  isActiveContent,
  parseTransform,
  parseTransformText,
} from './download.ts';

describe('active content', () => {
  it('is content that a browser would execute', () => {
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

describe('a transformation', () => {
  it('is read from a query and written into a signed URL', () => {
    const transform = parseTransform({
      width: '100',
      height: 50,
      resize: 'contain',
      quality: '70',
      format: 'webp',
      x: 1,
    });
    expect(transform).toEqual({ width: 100, height: 50, resize: 'contain', quality: 70, format: 'webp' });
    expect(formatTransform(transform)).toBe('width:100,height:50,resize:contain,quality:70,format:webp');
    expect(parseTransformText(formatTransform(transform))).toEqual(transform);
    expect(parseTransformText('')).toEqual({});
  });

  it('is limited to 2,500 pixels per side', () => {
    expect(parseTransform({ width: '99999' })).toEqual({ width: 2500 });
  });

  it.each([
    { width: '-1' },
    { width: '1.5' },
    { width: 'wide' },
    { quality: '10' },
    { quality: '101' },
    { resize: 'stretch' },
    { format: 'exe' },
  ])('may not be %j', (query) => {
    expect(() => parseTransform(query)).toThrow(/querystring/);
  });
});

describe('the format of the answer', () => {
  it.each([
    [{}, 'image/avif,image/webp,*/*', 'png', 'avif'],
    [{}, 'image/webp,*/*', 'png', 'webp'],
    [{}, '*/*', 'png', 'png'],
    [{}, '*/*', 'jpg', 'jpeg'],
    [{}, '*/*', 'heic', 'jpeg'],
    [{ format: 'origin' }, 'image/avif', 'png', 'png'],
    [{ format: 'webp' }, '*/*', 'png', 'webp'],
  ] as const)('with %j and Accept %s of a %s is %s', (transform, accept, original, format) => {
    expect(chooseFormat(transform, accept, original)).toBe(format);
  });
});
