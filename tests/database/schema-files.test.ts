import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readSchemaPaths, SUPABASE } from '../../scripts/schema/databases.ts';
import { problemsOf } from './schema-files.ts';

test('the schemas are short files of short functions, with whole words as names and no duplicate definitions', async () => {
  const files = (await readSchemaPaths()).map((name) => ({
    name,
    text: readFileSync(join(SUPABASE, name), 'utf8'),
  }));
  expect(files.length).toBeGreaterThan(20);
  expect(problemsOf(files)).toEqual([]);
});

test('config.toml lists each schema file once', async () => {
  const files = globSync(`${SUPABASE}/schemas/**/*.sql`).map((file) => relative(SUPABASE, file));
  expect((await readSchemaPaths()).toSorted()).toEqual(files.toSorted());
});

const functionOf = (body: string, called = 'public.shelf_count') =>
  `create function ${called}() returns bigint\nlanguage plpgsql as $$\nbegin\n${body}\nend\n$$;\n`;

test('a file that is too long is reported', () => {
  const table = 'create table public.shelves (\n  id bigint\n);\n';
  expect(
    problemsOf([{ name: 'shelves.sql', text: `${table}${'\n'.repeat(498)}create view public.boards;\n` }]),
  ).toEqual(['shelves.sql has 502 lines: at most 500. Give a part of it a file of its own.']);
});

test('a function that is too long is reported with its place', () => {
  const text = `${functionOf('return 1;', 'public.one')}\n${functionOf('  perform 1;\n'.repeat(80))}`;
  expect(problemsOf([{ name: 'shelves.sql', text }])).toEqual([
    'shelves.sql:8 public.shelf_count has 86 lines: at most 80. Give a step of it a name.',
  ]);
});

test('a one-letter alias is reported if its statement is longer than a line', () => {
  const short = 'perform s.id from public.shelves s;';
  const long = "select count(*) from public.shelves s\n  where s.name = 'a' -- or b\n    and true;";
  expect(problemsOf([{ name: 'shelves.sql', text: functionOf(short) }])).toEqual([]);
  expect(problemsOf([{ name: 'shelves.sql', text: functionOf(`${short}\n${long}`) }])).toEqual([
    'shelves.sql:5 "s" stands for something: call it by a word.',
    'shelves.sql:6 "s" stands for something: call it by a word.',
  ]);
});

test('a duplicate definition is reported with both places', () => {
  const policy =
    'create policy "Everybody reads shelves" on public.shelves\n  for select to anon using (true);\n';
  const trigger = (event: string) =>
    `create trigger touched ${event} on public.shelves\n  for each row execute function public.touch();\n`;
  expect(
    problemsOf([
      { name: 'shelves.sql', text: `${functionOf('return 1;')}${policy}${trigger('before update')}` },
      { name: 'boards.sql', text: `${policy}${functionOf('return 2;')}${trigger('after insert')}` },
      { name: 'boxes.sql', text: policy.replace('public.shelves', 'public.boxes') },
    ]),
  ).toEqual([
    'boards.sql:1 policy "Everybody reads shelves" on public.shelves is defined at shelves.sql:7 already: change it there.',
    'boards.sql:3 function public.shelf_count is defined at shelves.sql:1 already: change it there.',
    'boards.sql:9 trigger touched on public.shelves is defined at shelves.sql:9 already: change it there.',
  ]);
});
