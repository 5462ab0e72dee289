import { expect, it } from 'vitest';
import { slimManifest } from './slim-manifest.ts';

const route = {
  id: 'x',
  path: 'x',
  hasLoader: true,
  hasAction: false,
  module: '/x.js',
  imports: ['/y.js'],
  css: [],
};
const manifest = {
  entry: { module: '/entry.js', imports: [], css: [] },
  routes: { x: route, 'catalog/product.route': route },
  version: '1',
};

it('keeps of the list of routes what says something, and the files that are fetched ahead', () => {
  const slim = slimManifest(`window.__reactRouterManifest=${JSON.stringify(manifest)};`);
  const kept = { id: 'x', path: 'x', hasLoader: true, module: '/x.js' };
  expect(JSON.parse(slim.slice('window.__reactRouterManifest='.length, -1))).toEqual({
    ...manifest,
    routes: { x: kept, 'catalog/product.route': { ...kept, imports: ['/y.js'] } },
  });
});

it('stops the build when the list looks different', () => {
  expect(() => slimManifest('export default {}')).toThrow('looks different');
});
