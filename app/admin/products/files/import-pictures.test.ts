import { expect, it } from 'vitest';
import { fileName, picturesIn, withAddresses } from './import-pictures.ts';

const row = {
  row: 2,
  set: { name: 'Tee', images: ['/a', '/b'], image_alts: { '/a': 'Front', '/b': 'Back' } },
  options: [],
  variants: [
    { row: 2, options: [], image: '/c' },
    { row: 3, options: [], image: null },
  ],
};

it('pictures of a product and of its variants get their addresses in the store, and those without one are left out', () => {
  expect(picturesIn(row)).toEqual(['/a', '/b', '/c']);
  const stored = withAddresses(row, (address) => (address === '/b' ? undefined : `/stored${address}`));
  expect(stored.set).toEqual({ name: 'Tee', images: ['/stored/a'], image_alts: { '/stored/a': 'Front' } });
  expect(stored.variants?.map(({ image }) => image)).toEqual(['/stored/c', null]);
});

it('a product none of whose pictures could be fetched keeps those that it has', () => {
  const stored = withAddresses(row, () => undefined);
  expect(stored.set).toEqual({ name: 'Tee' });
  expect(stored.variants).toEqual([
    { row: 2, options: [] },
    { row: 3, options: [], image: null },
  ]);
});

it('a file is named by its address alone', () => {
  expect(fileName('')).toBe('cbf29ce484222325');
  expect(fileName('foobar')).toBe('85944171f73967e8');
});
