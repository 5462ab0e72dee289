import type { Database } from '../db.ts';
import type { Log } from '../http.ts';
import { buildSchema } from './build-schema.ts';
import { readCatalogue } from './catalogue.ts';
import type { Schema } from './schema.ts';

export interface LoadedSchema {
  readonly current: Schema;
  close(): Promise<void>;
}

/** The channel on which PostgREST, too, is told that tables or functions have changed. */
const CHANNEL = 'pgrst';

/**
 * Reads the schema, and reads it again whenever somebody notifies `pgrst` (migrations do) and after the connection that
 * listens was lost. A schema that cannot be read leaves the last one in use.
 */
export async function loadSchema(
  database: Database,
  schema: string,
  log: Log,
  onChange: (schema: Schema) => void,
): Promise<LoadedSchema> {
  let current: Schema | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  const read = async () => {
    const [catalogue, settings] = await Promise.all([
      readCatalogue(database.owner, schema),
      readRoleSettings(database),
    ]);
    database.setRoleSettings(settings);
    current = buildSchema(catalogue, schema);
    onChange(current);
  };
  const reload = () => {
    again = true;
    reading ??= (async () => {
      try {
        while (again) {
          again = false;
          await read();
        }
      } catch (error) {
        log.error({ err: error }, 'the schema could not be read');
        if (!current) throw error;
      } finally {
        reading = undefined;
      }
    })();
    return reading;
  };

  let first: Promise<void> | undefined;
  const stop = await database.listen(CHANNEL, reload, () => {
    const done = reload();
    first ??= done;
    done.catch(() => {});
  });
  await (first ?? reload());
  if (!current) throw new Error('The schema could not be read');
  return {
    get current() {
      if (!current) throw new Error('The schema could not be read');
      return current;
    },
    close: stop,
  };
}

/** What `alter role … set` says for the roles of requests. It takes effect at login, and requests log in as another. */
async function readRoleSettings({ owner }: Database): Promise<Map<string, Record<string, string>>> {
  const rows = await owner<{ role: string; setting: string }[]>`
    select r.rolname as role, own.setting
    from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole
    cross join lateral unnest(s.setconfig) as own (setting)
    join pg_settings known on known.name = split_part(own.setting, '=', 1) and known.context = 'user'
    where r.rolname in ('anon', 'authenticated', 'service_role')
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by s.setdatabase`;
  const settings = new Map<string, Record<string, string>>();
  for (const { role, setting } of rows) {
    const equals = setting.indexOf('=');
    const own = settings.get(role) ?? {};
    own[setting.slice(0, equals)] = setting.slice(equals + 1);
    settings.set(role, own);
  }
  return settings;
}
