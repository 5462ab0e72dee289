import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withdrawn } from './trim-react.ts';

/** What only the server calls, whose copy is whole. */
const onServer = ['ui/picture.tsx: preload'];

const app = join(import.meta.dirname, '../app');
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(app, file), 'utf8') }));

it.each(Object.entries(withdrawn))(
  'nothing asks %s for what was taken out of the browser’s copy',
  (library, names) => {
    const asking = sources.flatMap(({ file, text }) =>
      [...text.matchAll(new RegExp(`import \\{([^}]*)\\} from '${library}'`, 'g'))]
        .flatMap(([, list = '']) => list.split(','))
        .map((name) => name.trim().replace(/ as .*/, ''))
        .filter((name) => names.some((other) => other === name))
        .map((name) => `${file}: ${name}`),
    );
    expect(asking.filter((one) => !onServer.includes(one))).toEqual([]);
  },
);
