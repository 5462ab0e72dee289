import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageCapabilities } from '../../app/admin/ui/page-capabilities.ts';
import routes from '../../app/routes.ts';
import type { TestDatabase } from '../support/database.ts';

type Sql = TestDatabase['owner'];

/** Patterns in a body or an expression that check identity without a capability. */
const otherQuestions: readonly [RegExp, string][] = [
  [/private\.require_service\(/, 'server'],
  [/private\.require_platform_owner\(/, 'owner of the installation'],
  [/private\.workplaces\(/, 'any capability'],
  [/private\.(?:staff_tenants|is_staff|require_staff)\(/, 'staff'],
  [/private\.(?:customer_tenants|require_customer_access)\(/, 'staff who read customers'],
  [/private\.(?:super_admin_tenants|require_super_admin)\(/, 'super admin'],
];

/** Visibility of closed stores is checked everywhere and does not define a function's own right. */
const everywhere = new Set([
  'hidden_stores',
  'may',
  'require_capability',
  'tenants_where_may',
  'holds_capability',
  'workplaces',
]);

/** Reads the checks in database functions and in the functions they call. */
async function questionsOf(sql: Sql) {
  const capabilities = new Set(
    (await sql.unsafe('select name from private.capabilities')).map(({ name }) => String(name)),
  );
  const bodies = new Map<string, string>();
  for (const { name, body } of await sql.unsafe(
    `select proname as name, string_agg(coalesce(prosrc, ''), E'\\n') as body from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prorettype <> 'trigger'::regtype
     group by 1`,
  ))
    bodies.set(String(name), String(body));

  return function questions(text: string, seen = new Set<string>()): Set<string> {
    const found = new Set<string>();
    for (const [, literal = ''] of text.matchAll(/'([a-z_]+\.[a-z_]+)'/g))
      if (capabilities.has(literal)) found.add(literal);
    for (const [asked, question] of otherQuestions) if (asked.test(text)) found.add(question);
    for (const [, called = ''] of text.matchAll(/(?:private|public)\.(\w+)\(/g)) {
      if (seen.has(called) || everywhere.has(called)) continue;
      seen.add(called);
      for (const question of questions(bodies.get(called) ?? '', seen)) found.add(question);
    }
    return found;
  };
}

const isOwn = (text: string) => /auth\.uid\(\)|create_profile_with_tenant\(/.test(text);
const listed = (questions: Iterable<string>) => [...questions].sort().join(', ');

async function functionRights(sql: Sql): Promise<string[]> {
  const questions = await questionsOf(sql);
  const rows = await sql.unsafe(
    `select p.oid::regprocedure::text as signature, p.prosrc as body, p.prosecdef as definer,
       has_function_privilege('anon', p.oid, 'execute') as anon,
       has_function_privilege('authenticated', p.oid, 'execute') as authenticated
     from pg_proc p where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  return rows.map(({ signature, body, definer, anon, authenticated }) => {
    const asked = questions(String(body));
    if (!anon && !authenticated) asked.clear();
    const parts = [
      ...(!anon && !authenticated ? ['server'] : []),
      ...[...asked].sort(),
      ...(isOwn(String(body)) && authenticated ? ['own'] : []),
      ...(definer ? [] : ['policies']),
    ];
    if (parts.length === 0) parts.push(anon ? 'everybody' : 'signed in');
    return `function ${String(signature).replace(/\(.*/s, '')}: ${parts.join(', ')}`;
  });
}

async function policyRights(sql: Sql): Promise<string[]> {
  const questions = await questionsOf(sql);
  const rows = await sql.unsafe(
    `select schemaname || '.' || tablename as table, policyname as name, lower(cmd) as command, roles::text[] as roles,
       concat_ws(' ', qual, with_check) as said, permissive = 'RESTRICTIVE' as is_restrictive
     from pg_policies where schemaname in ('public', 'storage', 'realtime')`,
  );
  return rows
    .filter(({ name }) => !String(name).startsWith('Staff with a second factor'))
    .map(({ table, name, command, roles, said, is_restrictive }) => {
      const asked = questions(String(said));
      if (isOwn(String(said)) || /is_own_file/.test(String(said))) asked.add('own');
      if (asked.size === 0 && is_restrictive) asked.add('restricts');
      if (asked.size === 0 && /EXISTS/.test(String(said))) asked.add('policies');
      if (asked.size === 0) asked.add(String(roles).includes('anon') ? 'everybody' : 'signed in');
      return `policy ${table}, ${command}, ${name}: ${listed(asked)}`;
    });
}

/** The storage policies per bucket: condition parts that name it, and functions that do. */
async function bucketRights(sql: Sql): Promise<string[]> {
  const questions = await questionsOf(sql);
  const buckets = (await sql.unsafe('select id from storage.buckets')).map(({ id }) => String(id));
  const policies = await sql.unsafe(
    `select lower(cmd) as command, concat_ws(' OR ', qual, with_check) as said from pg_policies
     where schemaname = 'storage' and tablename = 'objects' and permissive = 'PERMISSIVE'`,
  );
  return buckets.flatMap((bucket) =>
    ['select', 'insert', 'delete'].map((command) => {
      const asked = new Set<string>();
      for (const policy of policies.filter((one) => one.command === command)) {
        const said = String(policy.said);
        if (/is_own_file/.test(said) && ['avatars', 'designs', 'order-photos'].includes(bucket))
          asked.add('own');
        for (const part of said.split(' OR '))
          if (part.includes(`'${bucket}'`)) for (const question of questions(part)) asked.add(question);
      }
      return `bucket ${bucket}, ${command}: ${listed(asked) || 'nobody'}`;
    }),
  );
}

type Route = (typeof routes)[number];

async function routeRights(): Promise<string[]> {
  const lines: string[] = [];
  const add = async ({ path = '', file, children = [] }: Route, above: string): Promise<void> => {
    const at = path ? `${above}/${path}` : above;
    const source = await readFile(join('app', file), 'utf8');
    const [, asked] = /requireCapability\(request, pageCapabilities\['([^']+)'\]\)/.exec(source) ?? [];
    const asksStaff = source.includes('requireStaff(request)');
    const capability = Object.entries(pageCapabilities).find(([page]) => page === asked && page === at)?.[1];
    const leadsOn = source.includes('redirect(') && !asked && !asksStaff;
    lines.push(
      `route ${at}${path ? '' : ' (index)'}: ${capability ?? (asksStaff ? 'any capability' : leadsOn ? 'leads on' : 'nobody asks')}`,
    );
    for (const child of children) await add(child, at);
  };
  for (const route of routes) if (route.path === 'admin') await add(route, '');
  return lines;
}

const capabilityIn = (text: string): string[] =>
  [...text.matchAll(/(?:requireCapability|may)\([^()]*(?:\([^()]*\)[^()]*)*'([a-z_]+\.[a-z_]+)'/g)].map(
    ([, name = '']) => name,
  );

/** The checks of the server's endpoints: in their handlers, and in functions and middleware of their folder that these name. */
async function endpointRights(): Promise<string[]> {
  const files = (await readdir('server', { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const sources = new Map(
    await Promise.all(
      files.map(async (name) => [name, await readFile(join('server', name), 'utf8')] as const),
    ),
  );
  const lines: string[] = [];
  for (const [name, source] of sources) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const named = new Map<string, string>();
    for (const [other, text] of sources)
      if (other.startsWith(folder))
        for (const indented of ['', '  '])
          for (const part of text.split(
            new RegExp(`\\n${indented}(?=(?:export )?(?:async )?(?:function|const) )`),
          )) {
            const [, called] = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part) ?? [];
            if (called)
              named.set(
                called,
                part.split(new RegExp(`\\n${indented}(?:}\\)?;?\\n|endpoints\\.)`))[0] ?? part,
              );
          }
    for (const part of source.split(/(?=endpoints\.(?:get|post|put|patch|delete|all)\()/).slice(1)) {
      const [, method = '', path = ''] = /^endpoints\.(\w+)\(\s*([^,]+),/.exec(part) ?? [];
      const handler = part.split(/\n {2}(?:return |\/\*\*|async function|const )/)[0] ?? part;
      const asked = new Set(capabilityIn(handler));
      for (const [word] of handler.matchAll(/\b[a-zA-Z]\w+\b/g))
        for (const capability of capabilityIn(named.get(word) ?? '')) asked.add(capability);
      const session = /\bsession\b|requireSession\(/.test(handler) ? ['session'] : ['everybody'];
      lines.push(
        `endpoint ${method.toUpperCase()} ${path.trim()} (${name}): ${[...session, ...[...asked].sort()].join(', ')}`,
      );
    }
  }
  return lines;
}

/**
 * What everything requires of its caller (docs/product.md, Rights), one line each: a capability, or `own` (the person's
 * rows), `policies` (those of the tables that it reads), `signed in`, `everybody` or `server`.
 */
export async function readRights(sql: Sql): Promise<string[]> {
  const lines = await Promise.all([
    functionRights(sql),
    policyRights(sql),
    bucketRights(sql),
    routeRights(),
    endpointRights(),
  ]);
  return lines.flatMap((part) => part.sort());
}
