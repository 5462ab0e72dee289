import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../tests/support/database.ts';
import { migrate, requireVersion } from './migrate.ts';

const migrationsDir = join(import.meta.dirname, 'bootstrap');

it('says which PostgreSQL it needs before it changes anything in an older one', () => {
  expect(() => requireVersion(150_012)).toThrow('The database is PostgreSQL 15; it has to be 16 or newer.');
  for (const version of [160_000, 170_006]) requireVersion(version);
});

it('leaves a database of another version as it is, and says what it found and what to do', async () => {
  const database = await createTestDatabase();
  try {
    const sql = database.owner;
    await sql`delete from supabase_migrations.schema_migrations`;
    await sql`insert into supabase_migrations.schema_migrations (version, name)
      select to_char(20261201000000 + number * 100, 'FM00000000000000'), 'part_' || number from generate_series(1, 23) number`;
    await sql`drop table auth.mfa_amr_claims`;

    await expect(migrate(sql, { migrationsDir, authenticatorPassword: 'another' })).rejects.toThrow(
      'The database was made by another version: it records 23 migrations that this one does not have ' +
        '(20261201000100_part_1 to 20261201002300_part_23). Nothing was changed in it. Run the version that made it, or ' +
        'start on an empty database: a new data folder, or a new database.',
    );

    const [left] = await sql`select to_regclass('auth.mfa_amr_claims') is null as untouched,
      (select count(*)::int from supabase_migrations.schema_migrations) as recorded`;
    expect(left).toEqual({ untouched: true, recorded: 23 });
  } finally {
    await database.drop();
  }
});
