import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from 'embedded-supabase';
import { type DatabaseAddress, openPool, type Pool } from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { ADOPT_REMEDY } from '../../server/backend/adopt-remedy.ts';
import { PROJECT } from '../support/store-process.ts';

export type Rows = Map<string, Record<string, unknown>[]>;

/** A store's database `shop`, made by older migrations, whose user is no superuser. */
export class OldStore {
  /** The server's superuser, in the store's database. */
  admin: Pool;
  private readonly folder: string;
  private readonly server: EmbeddedPostgres;

  private constructor(folder: string, server: EmbeddedPostgres) {
    this.folder = folder;
    this.server = server;
    this.admin = this.connect();
  }

  static async open(): Promise<OldStore> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-old-'));
    const server = await startPostgres({ dataDir: join(folder, 'server'), durable: false });
    const anywhere = openPool(server.address, 1);
    await anywhere`create role owner login createrole createdb bypassrls password 'of-the-owner'`;
    await anywhere`create database shop owner owner`;
    await anywhere.end();
    return new OldStore(folder, server);
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  addressOf(database: string): DatabaseAddress {
    return { ...this.server.address, user: 'owner', password: 'of-the-owner', database };
  }

  start(migrationsDir: string) {
    return startBackend({
      checksSessions: false,
      database: this.addressOf('shop'),
      dataDir: this.at('shop'),
      migrationsDir,
      changedMigrationRemedy: ADOPT_REMEDY,
      publicUrl: 'http://shop.test',
    });
  }

  /** A database can be adopted only while nobody is connected. */
  async disconnect(): Promise<void> {
    await this.admin.end();
    this.admin = this.connect();
  }

  private connect(): Pool {
    return openPool({ ...this.server.address, database: 'shop' }, 1);
  }

  /** Changes the store's database as its superuser. */
  async change(text: string): Promise<void> {
    await this.admin.unsafe(text);
    await this.disconnect();
  }

  async rows(): Promise<Rows> {
    const tables = await this.admin<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private', 'auth', 'storage') order by 1`;
    const rows: Rows = new Map();
    for (const { name } of tables) {
      const found = await this.admin.unsafe<{ row: Record<string, unknown> }[]>(
        `select to_jsonb(t) as row from ${name} t order by t::text`,
      );
      rows.set(
        name,
        found.map(({ row }) => row),
      );
    }
    await this.disconnect();
    return rows;
  }

  async databases(): Promise<string[]> {
    const rows = await this.admin<{ name: string }[]>`
      select datname as name from pg_database where not datistemplate order by 1`;
    return rows.map(({ name }) => name);
  }

  /** Runs `npm run db:adopt -- FILE` on the store's database. */
  adopt(file: string) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/adopt.ts', this.at(file)], {
      cwd: PROJECT,
      encoding: 'utf8',
      env: this.environment(),
    });
    return { status, stdout, stderr };
  }

  environment(): NodeJS.ProcessEnv {
    const { SUPABASE_URL: _, ...rest } = process.env;
    const { host, port } = this.server.address;
    return {
      ...rest,
      SOUK_DATA: this.at('shop'),
      DATABASE_URL: `postgres://owner:of-the-owner@localhost:${port}/shop?host=${encodeURIComponent(host)}`,
    };
  }

  async close(): Promise<void> {
    await this.admin.end();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
