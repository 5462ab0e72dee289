import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../react-router.config.ts';
import { edits } from './trim-router.ts';

const library = new URL('../node_modules/react-router/dist/production/lib/', import.meta.url);

describe('trimmed router', () => {
  it.each(edits.map((edit) => [edit.file, edit.from.slice(0, 60), edit] as const))(
    'the pinned %s still holds "%s…" as often as expected',
    (_file, _start, { file, from, times = 1 }) => {
      expect(readFileSync(new URL(file, library), 'utf8').split(from)).toHaveLength(times + 1);
    },
  );

  it('no route has an action, since the code that would call it is gone', () => {
    const app = join(import.meta.dirname, '../app');
    const acting = readdirSync(app, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.route\.tsx?$/.test(file))
      .filter((file) =>
        /export (async )?(function|const) (action|clientAction)\b/.test(
          readFileSync(join(app, file), 'utf8'),
        ),
      );
    expect(acting).toEqual([]);
  });

  it('all routes are known from the start, since the code that would discover them is gone', () => {
    expect(config.routeDiscovery.mode).toBe('initial');
  });
});
