import { identifier, type Pool } from 'embedded-supabase/database';

/** Schemas that the store's own files create, or add policies, triggers and privileges to. */
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'realtime', 'extensions'];
/** Tables whose rows come with the schema, not from a store. */
export const SEEDED: readonly string[] = [
  ...['public.districts', 'public.order_statuses', 'public.order_status_transitions'],
  'public.order_edit_transitions',
  ...['public.shipment_states', 'public.shipment_state_transitions'],
  ...['private.carrier_booking_states', 'private.carrier_booking_state_transitions'],
  ...['public.provider_payment_statuses', 'public.provider_payment_status_transitions'],
  ...['public.refund_states', 'public.refund_state_transitions', 'public.transfer_state_transitions'],
  ...['public.return_states', 'public.return_state_transitions'],
  ...['private.capabilities', 'private.role_capabilities', 'private.capability_needs'],
  ...['private.staff_roles', 'private.staff_role_capabilities'],
  ...['private.governorate_names', 'private.refusal_messages', 'storage.buckets'],
];

/**
 * Everything a database consists of, one sorted line each: tables, columns (in any order), constraints,
 * indexes, types, functions, policies, triggers, rows that come with the schema, and privileges. Two
 * databases have the same structure if their lines are equal. Omits what belongs to extensions.
 */
export async function readCatalogue(sql: Pool): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with schemas as (
      select oid, nspname, nspowner, nspacl from pg_namespace where nspname = any (${SCHEMAS})
    ),
    relations as (
      select c.* from pg_class c join schemas on schemas.oid = c.relnamespace
      where not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    ),
    functions as (
      select p.* from pg_proc p join schemas on schemas.oid = p.pronamespace
      where not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    ),
    privileges as (
      select 'schema ' || nspname as thing, coalesce(nspacl, acldefault('n', nspowner)) as acl from schemas
      union all
      select 'relation ' || oid::regclass,
        coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
      from relations where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select format('column %s.%s', r.oid::regclass, a.attname), a.attacl
      from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      where a.attacl is not null
      union all
      select 'function ' || oid::regprocedure, coalesce(proacl, acldefault('f', proowner)) from functions
      union all
      select 'type ' || t.oid::regtype, coalesce(t.typacl, acldefault('T', t.typowner))
      from pg_type t join schemas on schemas.oid = t.typnamespace
      where t.typtype in ('e', 'd', 'r') or t.typrelid in (select oid from relations where relkind = 'c')
      union all
      select format('default of %s for %s in %s', defaclrole::regrole, defaclobjtype,
        coalesce(defaclnamespace::regnamespace::text, 'every schema')), defaclacl
      from pg_default_acl where defaclnamespace in (select oid from schemas) or defaclnamespace = 0
    ),
    lines as (
      select format('extension %s in %s', extname, extnamespace::regnamespace) as line from pg_extension
      union all
      select format('schema %s of %s', nspname, nspowner::regrole) from schemas
      union all
      select format('relation %s: kind %s of %s, security %s %s, options %s, identity %s', oid::regclass, relkind,
        relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions, relreplident)
      from relations where relkind <> 'i'
      union all
      select format('view %s: %s', oid::regclass, pg_get_viewdef(oid)) from relations where relkind in ('v', 'm')
      union all
      select format('column %s.%s: %s%s, not null %s, default %s, generated "%s%s", collation %s, storage %s, place %s',
        r.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attcompression, a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attcollation::regcollation, a.attstorage,
        case when r.relkind = 'c' then a.attnum end)
      from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where r.relkind <> 'i'
      union all
      select format('constraint %s of %s: %s, valid %s', conname, conrelid::regclass, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace in (select oid from schemas)
      union all
      select format('index: %s', pg_get_indexdef(oid)) from relations where relkind = 'i'
      union all
      select format('statistics: %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
      where stxnamespace in (select oid from schemas)
      union all
      select format('sequence %s: %s', s.seqrelid::regclass, to_jsonb(s) - 'seqrelid') from pg_sequence s
      where s.seqrelid in (select oid from relations)
      union all
      select format('type %s: %s', e.enumtypid::regtype, array_agg(e.enumlabel order by e.enumsortorder))
      from pg_enum e join pg_type t on t.oid = e.enumtypid where t.typnamespace in (select oid from schemas)
      group by e.enumtypid
      union all
      select format('function %s of %s: %s', oid::regprocedure, proowner::regrole, pg_get_functiondef(oid))
      from functions where prokind in ('f', 'p')
      union all
      select format('policy "%s" on %I.%I: %s %s to %s using %s check %s', policyname, schemaname, tablename, permissive, cmd,
        roles, qual, with_check)
      from pg_policies where schemaname = any (${SCHEMAS})
      union all
      select format('trigger, enabled "%s": %s', tgenabled, pg_get_triggerdef(oid)) from pg_trigger
      where not tgisinternal and tgrelid in (select oid from relations)
      union all
      select format('publication %s: %s %s %s %s', pubname, puballtables, pubinsert, pubupdate, pubdelete) from pg_publication
      union all
      select format('publication %s has %I.%I: %s where %s', pubname, schemaname, tablename, attnames, rowfilter)
      from pg_publication_tables
      union all
      select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
      where objoid in (select oid from relations union all select oid from functions)
      union all
      select format('grant on %s to %s by %s: %s%s', p.thing,
        case a.grantee when 0 then 'everybody' else a.grantee::regrole::text end, a.grantor::regrole, a.privilege_type,
        case when a.is_grantable then ' with grant option' end)
      from privileges p cross join aclexplode(p.acl) a
    )
    select line from lines`;
  const known = await sql<{ name: string }[]>`
    select name from unnest(${[...SEEDED]}::text[]) name where to_regclass(name) is not null`;
  const seeded = await Promise.all(
    known.map(
      ({ name: table }) =>
        sql<{ line: string }[]>`
        select 'row of ' || ${table} || ': ' || (to_jsonb(t) - '{created_at,updated_at}'::text[]) as line from ${identifier(table)} t`,
    ),
  );
  return [...rows, ...seeded.flat()].map(({ line }) => line).sort();
}
