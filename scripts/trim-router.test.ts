import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import config from '../react-router.config.ts';
import { edits } from './trim-router.ts';

const library = new URL('../node_modules/react-router/dist/production/lib/', import.meta.url);

describe('trimmed router', () => {
  it.each(edits.map((edit) => [edit.file, edit.from.slice(0, 60), edit] as const))(
    'the pinned %s still holds "%s…" exactly once',
    (_file, _start, { file, from }) => {
      expect(readFileSync(new URL(file, library), 'utf8').split(from)).toHaveLength(2);
    },
  );

  it('all routes are known from the start, since the code that would discover them is gone', () => {
    expect(config.routeDiscovery.mode).toBe('initial');
  });
});
