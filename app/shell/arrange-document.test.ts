import { expect, test } from 'vitest';
import { arrangeDocument } from './arrange-document.ts';

const rendered =
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="modulepreload" href="/a.js"/>' +
  '<link rel="preload" as="image" href="/hero.avif"/><link rel="modulepreload" href="/b.js"/></head>' +
  '<body><p>A page that writes &lt;/body&gt;</p><script>"</body>"</script></body></html>';

test('a document announces its scripts behind its content', () => {
  expect(arrangeDocument(rendered)).toEqual({
    head: '<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="preload" as="image" href="/hero.avif"/>',
    content: '</head><body><p>A page that writes &lt;/body&gt;</p><script>"</body>"</script>',
    end:
      '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/b.js"/></body></html>',
  });
});

test('a document without scripts keeps its head', () => {
  const plain = '<html><head><title>$&</title></head><body></body></html>';
  expect(arrangeDocument(plain)).toEqual({
    head: '<html><head><title>$&</title>',
    content: '</head><body>',
    end: '</body></html>',
  });
});
