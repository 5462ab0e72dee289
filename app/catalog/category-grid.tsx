import type { ReactElement } from 'react';
import { classes } from '#app/ui/classes.ts';

/** Tiles in full rows: the first tile spans two columns if the count requires it. Each tile has a key. */
export function CategoryGrid({ tiles }: { tiles: ReactElement[] }) {
  const columns = tiles.length % 4 === 0 || tiles.length % 4 === 3 ? 4 : 3;
  const remainder = tiles.length % columns;
  return (
    <ul
      className={classes(
        'grid grid-cols-2 gap-x-gap gap-y-8',
        columns === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3',
      )}
    >
      {tiles.map((tile, index) => (
        <li
          key={tile.key}
          className={classes(
            index === 0 && tiles.length % 2 === 1 && 'max-lg:col-span-2',
            index === 0 && remainder === columns - 1 && 'lg:col-span-2',
          )}
        >
          {tile}
        </li>
      ))}
    </ul>
  );
}
