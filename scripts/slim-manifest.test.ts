import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

it('keeps of the pages of the account what no page has brought yet', () => {
  const importing = (...imports: string[]) => ({ ...route, imports });
  const routes = {
    root: importing('/root.js'),
    'account/account.route': importing('/frame.js', '/root.js'),
    'account/addresses.route': importing('/frame.js', '/governorates.js'),
    'account/points.route': importing('/frame.js', '/points.js'),
    'orders/orders.route': importing('/frame.js', '/status.js', '/root.js'),
    'wishlist/wishlist.route': importing('/frame.js', '/card.js', '/status.js'),
    'admin/orders.route': importing('/table.js'),
  };
  const slim = slimManifest(`window.__reactRouterManifest=${JSON.stringify({ ...manifest, routes })};`);
  const kept: typeof manifest = JSON.parse(slim.slice('window.__reactRouterManifest='.length, -1));
  const ahead = Object.entries(kept.routes).map(([id, { imports }]) => [id, imports]);
  expect(Object.fromEntries(ahead)).toEqual({
    root: ['/root.js'],
    'account/account.route': ['/frame.js'],
    'account/addresses.route': ['/frame.js', '/governorates.js'],
    'account/points.route': ['/frame.js', '/points.js'],
    'orders/orders.route': ['/frame.js', '/status.js'],
    'wishlist/wishlist.route': ['/frame.js', '/card.js', '/status.js'],
  });
});

it('knows all that is fetched ahead: from product cards, in the account and from the header of who is signed in', () => {
  const sources = globSync('**/*.tsx', { cwd: join(import.meta.dirname, '../app') });
  const linking = sources.filter((file) =>
    / prefetch=|<PrefetchPageLinks/.test(readFileSync(join(import.meta.dirname, '../app', file), 'utf8')),
  );
  expect(linking.toSorted()).toEqual([
    'account/account-frame.tsx',
    'catalog/card/product-card.tsx',
    'shell/account-entry.tsx',
    'shell/profile-menu.tsx',
  ]);
});

it('stops the build when the list looks different', () => {
  expect(() => slimManifest('export default {}')).toThrow('looks different');
});
