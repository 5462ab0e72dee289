import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EMBEDDED, startTestBackend, type TestBackend } from '../support/backend.ts';
import { signUp } from '../support/storage-fixtures.ts';

let backend: TestBackend;
let person: Awaited<ReturnType<typeof signUp>>;

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  person = await signUp(backend);
  await backend.owner.unsafe(`
    create table public.big_shelves (id int primary key, label text);
    create table public.big_books (
      id int primary key, shelf_id int references public.big_shelves (id), words text
    );
    create index on public.big_books (shelf_id);
    insert into public.big_shelves select shelf, repeat('shelf ', 50) from generate_series(1, 20) shelf;
    insert into public.big_books select book, book % 20 + 1, string_agg(md5(book + part / 100.0 || ''), '')
      from generate_series(1, 400) book, generate_series(1, 63) part group by book;
    create function public.big_echo(times int) returns text immutable language sql as
      $$ select repeat('echo ', times) $$;
    grant select on public.big_shelves, public.big_books to anon, authenticated, service_role;
    notify pgrst, 'reload schema'`);
  await vi.waitUntil(async () => !(await anonymous().from('big_books').select('id')).error, 60_000);
});
afterAll(() => backend.close());

const anonymous = () => backend.client();
const service = () => backend.client({ key: backend.secretKey });
const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, level) => (level % 2 ? 'big_books' : 'big_shelves')).reduceRight(
    (inside, name) => `*,${name}(${inside})`,
    '*',
  );

describe.runIf(EMBEDDED)('embedded resources', () => {
  it('go three levels deep without a user, and eight with one', async () => {
    const read = (client: typeof person.client, depth: number) =>
      client.from('big_books').select(nested(depth)).eq('id', 1).limit(1);
    const short = (depth: number) => nested(depth).replaceAll('*', 'id');
    expect((await anonymous().from('big_books').select(short(3)).eq('id', 1)).error).toBeNull();
    expect((await read(anonymous(), 4)).error).toMatchObject({
      code: 'PGRST100',
      message: 'Embedded resources are nested too deeply',
      details: 'At most 3 levels',
    });
    expect((await person.client.from('big_books').select(short(4)).eq('id', 1)).error).toBeNull();
  });
});

describe.runIf(EMBEDDED)('a response that would fill the memory', () => {
  const tooLarge = { code: '54000', message: 'The answer is too large' };
  /** The same column 490 times: 1 MB per row. */
  const repeated = Array.from({ length: 490 }, (_, index) => `w${index}:words`).join(',');

  it('is aborted while it is built, whatever makes it large', async () => {
    const books = () => anonymous().from('big_books');
    const asked = {
      embeds: books().select(nested(3)),
      'a column again and again': books().select(repeated),
      'a column again and again, as CSV': books().select(repeated).csv(),
      'a column again and again inside an embed': anonymous()
        .from('big_shelves')
        .select(`id,big_books(${repeated})`),
      'spread columns': anonymous().from('big_shelves').select(`id,...big_books(${repeated})`),
      'a function': anonymous().rpc('big_echo', { times: 1_000_000 }),
    };
    for (const [what, request] of Object.entries(asked)) {
      const { error, status } = await request;
      expect([what, status, error], what).toMatchObject([what, 400, tooLarge]);
    }
  });

  it('may be larger with a user, and larger still with the secret key', async () => {
    const times = (megabytes: number) => ({ times: Math.floor((megabytes * 1024 * 1024) / 5) });
    expect((await anonymous().rpc('big_echo', times(3))).error).toBeNull();
    expect((await person.client.rpc('big_echo', times(5))).error).toBeNull();
    expect((await person.client.rpc('big_echo', times(17))).error).toMatchObject(tooLarge);
    expect((await service().rpc('big_echo', times(17))).error).toBeNull();
  });

  it('rolls back the change it would have returned', async () => {
    await backend.owner`grant update on public.big_books to authenticated`;
    const { error } = await person.client.from('big_books').update({ words: 'short' }).gt('id', 0).select(
      // Three levels of 400 books.
      nested(5),
    );
    expect(error).toMatchObject(tooLarge);
    const [book] = await backend.owner`select words from public.big_books where id = 1`;
    expect(book?.words).not.toBe('short');
  });
});

describe.runIf(EMBEDDED)('a regular expression', () => {
  const slow = ['words', 'match', '^(.+)(.+)(.+)(.+)\\1\\2\\3\\4$'] as const;

  it('may take a second, also inside a logic tree and before a change', async () => {
    await backend.owner`grant update on public.big_books to authenticated`;
    const books = () => person.client.from('big_books');
    const began = performance.now();
    const answers = await Promise.all([
      books()
        .select('id')
        .filter(...slow),
      books()
        .select('id')
        .or(`id.eq.0,and(words.match."${slow[2].replaceAll('\\', '\\\\')}")`),
      books()
        .update({ words: '' })
        .filter(...slow),
    ]);
    expect(answers.map(({ error }) => error?.code)).toEqual(['57014', '57014', '57014']);
    // Other statements of a signed-in person have eight seconds.
    expect(performance.now() - began).toBeLessThan(6_000);
  });

  it('that is quick works', async () => {
    const { data } = await person.client
      .from('big_books')
      .select('id')
      .filter('words', 'match', '^[a-f0-9]+$')
      .limit(2);
    expect(data).toHaveLength(2);
  });
});
