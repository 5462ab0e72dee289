import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the bench runs on Node alone, and names its parts', () => {
  const bench = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), 'no-such-part'], {
    encoding: 'utf8',
  });
  expect(bench.stderr).toBe('');
  expect(bench.stdout).toContain('There is no part named no-such-part. There are: javascript, pages');
});
