import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meeplehouse } from './meeplehouse.ts';
import { type ColourName, pairs, paletteOf } from './palette.ts';

const app = join(import.meta.dirname, '..');
const names = Object.keys(paletteOf(meeplehouse, 'light')).sort((a, b) => b.length - a.length);
const utility = new RegExp(
  `^((?:\\S+:)?)(bg|text|border|outline|accent)-(?:\\(--)?(${names.join('|')})\\)?!?$`,
);

/** A color in a class list; `when` is its variant prefix, such as `hover:`. */
type Use = { when: string; as: string; colour: ColourName };

/** Every class list of the store that names a color, with its file. */
function classLists(): { file: string; uses: Use[] }[] {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .flatMap((file) => {
      const literals = readFileSync(join(app, file), 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g);
      return [...literals].map(([, one, two, three]) => {
        const found = (one ?? two ?? three ?? '').split(/\s+/).map((word) => utility.exec(word));
        const uses = found.flatMap((match) =>
          match ? [{ when: match[1] ?? '', as: match[2] ?? '', colour: match[3] as ColourName }] : [],
        );
        return { file: file.replaceAll('\\', '/'), uses };
      });
    })
    .filter(({ uses }) => uses.length > 0);
}

const lists = classLists();
const formatUse = (use: Use) => `${use.when}${use.as}-${use.colour}`;
const listed = (front: string, back: string) => pairs.some(([one, other]) => one === front && other === back);

/** Fills that carry an ink. They need no contrast of their own. */
const fills = ['brand', 'primary', 'primary-hover', 'success', 'warning', 'danger'];
/** Decorative borders and shapes. */
const ornaments = [
  'landing/heroes/lab-hero.tsx: border-primary',
  'brands/looks/concrete.ts: outline-primary',
  'layout/message-page.tsx: text-line',
];

describe('colors in use', () => {
  it('are found in the components', () => {
    expect(lists.length).toBeGreaterThan(500);
  });

  it('every ink and ground in one class list are a pair whose contrast is tested', () => {
    const unknown = lists.flatMap(({ file, uses }) => {
      const inks = (when: string) => uses.filter((use) => use.as === 'text' && use.when === when);
      return uses
        .filter(({ as }) => as === 'bg')
        .flatMap((ground) => inks(ground.when).map((ink) => [ink.colour, ground.colour] as const))
        .filter(([ink, ground]) => !listed(ink, ground))
        .map(([ink, ground]) => `${file}: ${ink} on ${ground}`);
    });
    expect(unknown).toEqual([]);
  });

  it('nothing that must be visible on its own uses a fill, which need not contrast with its surroundings', () => {
    const unseen = lists.flatMap(({ file, uses }) =>
      uses
        .filter(({ as, colour, when }) => {
          if (as === 'text') return !pairs.some(([front]) => front === colour);
          if (!fills.includes(colour)) return false;
          const ink = colour.replace('-hover', '');
          const inked = uses.some(
            (use) => use.as === 'text' && use.colour === `on-${ink}` && (use.when === when || colour !== ink),
          );
          return as !== 'bg' || !inked;
        })
        .map((use) => `${file}: ${formatUse(use)}`),
    );
    expect(unseen.filter((use) => !ornaments.includes(use))).toEqual([]);
  });
});
