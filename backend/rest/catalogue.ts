import type postgres from 'postgres';
import type { Column, RoutineArgument } from './schema.ts';

/** Raw rows of the system catalogues, input of `build-schema.ts`. */
export interface Catalogue {
  tables: TableRow[];
  foreignKeys: ForeignKeyRow[];
  routines: RoutineRow[];
  views: ViewRow[];
  types: TypeRow[];
}

export interface TableRow {
  oid: number;
  name: string;
  kind: string;
  /** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
  updatable: number;
  /** Column numbers. */
  primary_key: number[];
  columns: (Column & { number: number })[];
}

interface ForeignKeyRow {
  name: string;
  /** Oids of the tables. */
  source: number;
  target: number;
  source_columns: number[];
  target_columns: number[];
  /** Whether the referencing columns are unique. */
  is_unique: boolean;
}

export interface RoutineRow {
  name: string;
  args: (RoutineArgument & { mode: string })[];
  returns_set: boolean;
  /** Estimated rows, from the function's definition. */
  rows: number;
  type: string;
  base_type: string;
  /** Oid of the table or composite type it returns; 0 for none. */
  relation: number;
  relation_columns: Column[];
  /** Oid of the table whose row is its only argument; 0 for none. */
  row_of: number;
  is_volatile: boolean;
}

interface ViewRow {
  oid: number;
  definition: string;
}

interface TypeRow {
  name: string;
  schema: string;
}

/** Reads the catalogues of a schema in one transaction, with qualified names where necessary. */
export async function readCatalogue(owner: postgres.Sql, schema: string): Promise<Catalogue> {
  return (await owner.begin('read only', async (sql) => {
    await sql`select set_config('search_path', '', true)`;
    // Domains may be based on domains; resolve the base type.
    const bases = sql`
      with recursive steps as (
        select oid as domain, typbasetype as base from pg_type where typtype = 'd'
        union all
        select steps.domain, t.typbasetype from steps join pg_type t on t.oid = steps.base and t.typtype = 'd'
      ), bases as (
        select steps.domain, t.typname, t.typrelid from steps join pg_type t on t.oid = steps.base and t.typtype <> 'd'
      )`;
    const tables = await sql<TableRow[]>`
      ${bases}
      select c.oid, c.relname as name, c.relkind as kind,
        pg_relation_is_updatable(c.oid, true) as updatable,
        coalesce((
          select to_json(p.conkey) from pg_constraint p where p.conrelid = c.oid and p.contype = 'p'
        ), '[]') as primary_key,
        coalesce((
          select json_agg(json_build_object(
            'name', a.attname,
            'number', a.attnum,
            'type', format_type(a.atttypid, a.atttypmod),
            'baseType', coalesce(b.typname, t.typname),
            'default', case
              when a.attgenerated <> '' then null
              when a.attidentity = 'd' then
                format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
              when d.adbin is not null then pg_get_expr(d.adbin, d.adrelid)
              else t.typdefault
            end
          ) order by a.attnum)
          from pg_attribute a
          join pg_type t on t.oid = a.atttypid
          left join bases b on b.domain = t.oid
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ), '[]') as columns
      from pg_class c
      where c.relnamespace = (select oid from pg_namespace where nspname = ${schema})
        and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      order by c.relname`;
    const foreignKeys = await sql<ForeignKeyRow[]>`
      select f.conname as name, f.conrelid as source, f.confrelid as target,
        to_json(f.conkey) as source_columns, to_json(f.confkey) as target_columns,
        exists (
          select from pg_constraint u
          where u.conrelid = f.conrelid and u.contype in ('p', 'u') and u.conkey @> f.conkey and u.conkey <@ f.conkey
        ) as is_unique
      from pg_constraint f
      where f.contype = 'f' and f.conparentid = 0
      order by f.conrelid, f.conname`;
    const routines = await sql<RoutineRow[]>`
      ${bases}
      select p.proname as name, p.proretset as returns_set, p.prorows as rows,
        p.provolatile = 'v' as is_volatile,
        format_type(t.oid, null) as type, coalesce(b.typname, t.typname) as base_type,
        coalesce(nullif(t.typrelid, 0), b.typrelid, 0) as relation,
        coalesce((
          select c.oid from pg_class c where p.pronargs = 1 and c.reltype = p.proargtypes[0] and c.reltype <> 0
        ), 0) as row_of,
        coalesce((
          select json_agg(json_build_object(
            'name', coalesce(p.proargnames[a.position], ''),
            'type', case a.type
              when 'bit'::regtype then 'varbit' when 'bit[]'::regtype then 'varbit[]'
              when 'bpchar'::regtype then 'bpchar' when 'bpchar[]'::regtype then 'bpchar[]'
              else format_type(a.type, null) end,
            'shownType', format_type(a.type, null),
            'mode', coalesce(p.proargmodes[a.position], 'i'),
            'variadic', coalesce(p.proargmodes[a.position] = 'v', false),
            'required', a.position <= p.pronargs - p.pronargdefaults
          ) order by a.position)
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (type, position)
        ), '[]') as args,
        coalesce((
          select json_agg(json_build_object(
            'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'baseType', at.typname
          ) order by a.attnum)
          from pg_attribute a
          join pg_type at on at.oid = a.atttypid
          where a.attrelid = coalesce(nullif(t.typrelid, 0), b.typrelid) and a.attnum > 0 and not a.attisdropped
        ), '[]') as relation_columns
      from pg_proc p
      join pg_type t on t.oid = p.prorettype
      left join bases b on b.domain = t.oid
      where p.pronamespace = (select oid from pg_namespace where nspname = ${schema})
        and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      order by p.proname, p.pronargs, p.oid`;
    const views = await sql<ViewRow[]>`
      select c.oid, r.ev_action::text as definition
      from pg_class c
      join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
      where c.relkind in ('v', 'm') and c.relnamespace = (select oid from pg_namespace where nspname = ${schema})`;
    const types = await sql<TypeRow[]>`
      select t.typname as name, n.nspname as schema
      from pg_type t
      join pg_namespace n on n.oid = t.typnamespace
      where n.nspname in ('pg_catalog', 'extensions', ${schema})
        and t.typtype in ('b', 'd', 'e', 'r', 'm') and ltrim(t.typname, '_') not like 'reg%'
      order by n.nspname = 'pg_catalog' desc, n.nspname = ${schema} desc`;
    return { tables, foreignKeys, routines, views, types };
  })) as Catalogue;
}
