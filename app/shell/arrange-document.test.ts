import { expect, test } from 'vitest';
import { arrangeDocument } from './arrange-document.ts';

const rendered =
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="modulepreload" href="/a.js"/>' +
  '<link rel="preload" as="image" href="/hero.avif"/><link rel="modulepreload" href="/b.js"/></head>' +
  '<body><p>A page that writes &lt;/body&gt;</p><script>"</body>"</script></body></html>';

test('a document announces its scripts and all of its styles behind its content', () => {
  const additions = { head: '<style>p{}</style>', stylesheet: '/all.css', handOff: '<script>1</script>' };
  expect(arrangeDocument(rendered, additions).join('')).toBe(
    '<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="preload" as="image" href="/hero.avif"/>' +
      '<style>p{}</style></head><body><p>A page that writes &lt;/body&gt;</p><script>"</body>"</script><script>1</script>' +
      '<link rel="modulepreload" fetchpriority="low" href="/a.js"/><link rel="modulepreload" fetchpriority="low" href="/b.js"/>' +
      '<link rel="stylesheet" href="/all.css"></body></html>',
  );
});

test('a document without scripts keeps its head', () => {
  const plain = '<html><head><title>$&</title></head><body></body></html>';
  expect(arrangeDocument(plain, { head: '', stylesheet: '/all.css', handOff: '' }).join('')).toBe(
    '<html><head><title>$&</title></head><body><link rel="stylesheet" href="/all.css"></body></html>',
  );
});
