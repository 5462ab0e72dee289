import type { TestDatabase } from '../support/database.ts';

/** A table or view of the schema `public`. */
export interface Table {
  name: string;
  key: string[];
  columns: Column[];
}

export interface Column {
  name: string;
  type: string;
  generated: boolean;
  enumerated: boolean;
  /** Whether signed-in people may update it, where a policy lets them. */
  updatable: boolean;
  insertable: boolean;
}

export async function readTables(db: TestDatabase): Promise<Table[]> {
  return db.owner<Table[]>`
    select c.relname as name,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'generated', a.attgenerated <> '' or a.attidentity = 'a', 'enumerated', t.typtype = 'e',
          'updatable', has_column_privilege('authenticated', c.oid, a.attnum, 'update'),
          'insertable', has_column_privilege('authenticated', c.oid, a.attnum, 'insert')) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    order by c.relname`;
}

/** The text of a row's primary key, in SQL. */
export const keyOf = ({ key }: Table) => `concat_ws('/', ${key.map((column) => `t.${column}`).join(', ')})`;

/** A condition on `t`: rows of the attacked store; every row of a table without a store. */
export const scopeOf = ({ columns }: Table) =>
  columns.some(({ name }) => name === 'tenant_id') ? `t.tenant_id = 'inkthread'` : 'true';

const hostile: Record<string, string> = {
  text: `'attack'`,
  uuid: 'gen_random_uuid()',
  integer: 'coalesce(#, 0) + 1',
  bigint: 'coalesce(#, 0) + 1',
  smallint: 'coalesce(#, 0) + 1',
  numeric: 'coalesce(#, 0) + 1',
  boolean: 'not coalesce(#, false)',
  jsonb: `'{"attack": true}'`,
  'timestamp with time zone': `coalesce(#, now()) - interval '10 years'`,
  date: `coalesce(#, current_date) + 7`,
  'time without time zone': `'03:33'`,
  tsvector: `'attack'`,
  'text[]': `'{attack}'`,
  'smallint[]': `'{1}'`,
  'uuid[]': 'array[gen_random_uuid()]',
  'order_queue[]': `'{to_pack}'`,
  'call_wait[]': `'{evening}'`,
  'brand_option_field[]': `'{gender}'`,
  'brand_home_section[]': `'{deals}'`,
};

/** Another value for a column, in SQL; `attackerId` is null for people who are not signed in. */
export function hostileValue({ name, type, enumerated }: Column, attackerId: string | null): string {
  if (enumerated)
    return `(select e from unnest(enum_range(null::${type})) e where e is distinct from ${name} limit 1)`;
  if (name === 'user_id' && attackerId) return `'${attackerId}'`;
  if (name === 'tenant_id') return `'casecraft'`;
  const value = hostile[type];
  if (!value) throw new Error(`Say in the sweep how a column of type ${type} is attacked`);
  return value.replaceAll('#', name);
}
