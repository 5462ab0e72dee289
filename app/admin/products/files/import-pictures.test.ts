import { expect, it } from 'vitest';
import { fetchPictures, fileName, picturesIn, picturesOnly, withAddresses } from './import-pictures.ts';

const row = {
  row: 2,
  set: { name: 'Tee', images: ['/a', '/b'], image_alts: { '/a': 'Front', '/b': 'Back' } },
  options: [],
  variants: [
    { row: 2, options: [], image: '/c' },
    { row: 3, options: [], image: null },
  ],
};

it('pictures of a product and its variants get store addresses, and those without one are left out', () => {
  expect(picturesIn(row)).toEqual(['/a', '/b', '/c']);
  const stored = withAddresses(row, (address) => (address === '/b' ? undefined : `/stored${address}`));
  expect(stored.set).toEqual({ name: 'Tee', images: ['/stored/a'], image_alts: { '/stored/a': 'Front' } });
  expect(stored.variants?.map(({ image }) => image)).toEqual(['/stored/c', null]);
});

it('a product keeps its stored pictures when none of the new ones could be fetched', () => {
  const stored = withAddresses(row, () => undefined);
  expect(stored.set).toEqual({ name: 'Tee' });
  expect(stored.variants).toEqual([
    { row: 2, options: [] },
    { row: 3, options: [], image: null },
  ]);
});

it('a file’s name depends only on its address', () => {
  expect(fileName('')).toBe('cbf29ce484222325');
  expect(fileName('foobar')).toBe('85944171f73967e8');
});

it('slow pictures and those of an unresponsive server are postponed; the others are imported with their rows', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    row: at + 2,
    set: { name: `Tee ${at}`, images: [`/stored/${at}`, `/good/${at}`] },
  }));
  const pictures = new Map(
    rows.flatMap((_, at) => [
      [`/stored/${at}`, `https://slow.example/${at}.jpg`],
      [`/good/${at}`, `https://good.example/${at}.jpg`],
    ]),
  );
  const asked: string[] = [];
  const fetchOne = async (_: string, address: string) => {
    asked.push(address);
    if (address.endsWith('/7.jpg') && address.includes('good')) return 'notPicture' as const;
    return address.includes('slow') ? ('late' as const) : null;
  };
  const fetched = await fetchPictures(rows, pictures, () => undefined, 1, fetchOne);
  expect(asked.filter((address) => address.includes('slow')).length).toBeLessThanOrEqual(5);
  expect(fetched.rows[0]?.set.images).toEqual(['/good/0']);
  expect(fetched.failed).toEqual([
    { address: 'https://good.example/7.jpg', product: 'Tee 7', problem: 'notPicture' },
  ]);
  expect(fetched.late).toHaveLength(20);
  expect(fetched.late[7]?.set.images).toEqual(['/stored/7']);
});

it('a row for late pictures changes nothing else of its product', () => {
  const late = { ...row, set: { ...row.set, price: 5, stock: 3 } };
  expect(picturesOnly(late, 'id')).toEqual({
    row: 2,
    id: 'id',
    set: { images: row.set.images, image_alts: row.set.image_alts },
    options: [],
    variants: [{ row: 2, options: [], image: '/c' }],
  });
  expect(picturesOnly({ row: 2, set: { name: 'Tee', images: [] } }, 'id')).toBeUndefined();
});
