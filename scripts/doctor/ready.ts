import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { openPool, parseDatabaseUrl } from 'embedded-supabase/database';
import { z } from 'zod';
import { isSellable, placeOfItem, placeOfText } from '../../app/admin/setup/setup-steps.ts';
import { nameOfText } from '../../app/admin/setup/text-names.ts';
import { formatMoney } from '../../app/i18n/format.ts';
import english from '../../app/i18n/texts/en/admin-readiness.json' with { type: 'json' };
import englishSettings from '../../app/i18n/texts/en/admin-settings.json' with { type: 'json' };
import { makeTranslator } from '../../app/i18n/translations.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { type DeliveryExample, deliveryExamples } from '../../app/store/delivery-examples.ts';
import type { Readiness, ReadinessLevel } from '../../app/store/readiness.ts';
import { backendClient } from '../../server/backend/backend-clients.ts';
import type { Environment } from '../../server/environment.ts';
import { paymentAccounts } from '../../server/payments/payment-providers.ts';
import { readReadiness, readServerFacts } from '../../server/setup/readiness.ts';
import { addressProblem } from '../../server/setup/setup-checks.ts';
import { checkPublicAddress } from './checks.ts';
import { TIMEOUT_MS } from './findings.ts';

const marks: Record<ReadinessLevel, string> = {
  missing: 'FAIL',
  contradicts: 'WARN',
  demo: 'DEMO',
  recommended: 'note',
};
const levels = Object.keys(marks);

const t = makeTranslator('en', english);
const tSettings = makeTranslator('en', englishSettings);

/** The secret key of the running store, with which its Data API is read. @throws Error without one */
async function secretKey({ SUPABASE_SECRET_KEY, DATABASE_URL, SOUK_DATA }: Environment): Promise<string> {
  if (SUPABASE_SECRET_KEY) return SUPABASE_SECRET_KEY;
  const keys = z.object({ secretKey: z.string() });
  if (!DATABASE_URL) {
    const stored = await readFile(join(resolve(SOUK_DATA), 'api-keys.json'), 'utf8');
    return keys.parse(JSON.parse(stored)).secretKey;
  }
  const sql = openPool(parseDatabaseUrl(DATABASE_URL), 1);
  try {
    const [row] = await sql<{ value: string }[]>`select value from backend.secrets where name = 'api-keys'`;
    return keys.parse(JSON.parse(row?.value ?? '{}')).secretKey;
  } finally {
    await sql.end();
  }
}

/**
 * Acts as the service, through the running store or the Supabase project.
 * @throws Error when nothing answers
 */
async function serviceClient(environment: Environment): Promise<SupabaseClient<Database>> {
  const { SUPABASE_URL, HOST, PORT } = environment;
  const internalUrl = SUPABASE_URL ?? `http://${HOST || '127.0.0.1'}:${PORT}`;
  // Any answer will do: a Supabase project has no such page.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const isThere = await fetch(new URL('/healthz', internalUrl), { signal }).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    throw new Error(
      `Nothing answers at ${internalUrl}. Start the store, or set PORT and HOST as it has them.`,
    );
  }
  return backendClient({ internalUrl, fetch }, await secretKey(environment));
}

/** Checks where the store's main domain leads, and records it for the list; the demo's domains lead nowhere. */
async function checkDomain(
  client: SupabaseClient<Database>,
  environment: Environment,
  tenantId: string,
): Promise<void> {
  const main = { tenant_id: tenantId, is_main: true };
  const { data } = await client.from('store_domains').select('domain').match(main).throwOnError();
  const [domain] = data.map((row) => row.domain).filter((name) => !name.endsWith('.example'));
  if (!domain) return;
  const problem = addressProblem([await checkPublicAddress(`https://${domain}`, environment)]);
  await client
    .rpc('record_store_check', { p_tenant_id: tenantId, p_check: 'addresses', p_problem: problem })
    .throwOnError();
}

const feeOf = ({ method, fee }: DeliveryExample['options'][number]): string => {
  const amount = fee === 0 ? t('exampleFree') : formatMoney(toPiastres(fee));
  return method === 'express' ? t('example_express', { fee: amount }) : amount;
};

function exampleLine({ governorate, goods, options }: DeliveryExample): string {
  const price = options.map(feeOf).join(' · ') || t('exampleNone');
  return t('example', { goods: formatMoney(toPiastres(goods)), place: governorate, price });
}

function linesOf({ item, level, isReady, names, amount, contradictions }: Readiness): string[] {
  const title = `${isReady ? 'ok  ' : marks[level]}  ${t(`item_${item}`)}`;
  const named = names.length > 0 ? [names.join(' · ')] : [];
  if (isReady) return [[title, ...named].join(': ')];
  const said = contradictions.flatMap((one) => [
    t('contradiction', {
      text: nameOfText(one, tSettings),
      language: t(`language_${one.language}`),
      said: one.said,
      now: one.now || t('notSet'),
    }),
    placeOfText[one.place],
  ]);
  const place = placeOfItem(item);
  const more = [t(`why_${item}`, { amount }), ...named, ...said, ...(place ? [place] : [])];
  return [title, ...more.map((line) => `      ${line}`)];
}

/**
 * `npm run doctor -- ready [store]`: prints what each store, or the named one, needs to sell.
 * @returns 0 when every store can sell, 1 when one lacks something
 * @throws Error when the store does not run, or there is no such one
 */
export async function reportReadiness(environment: Environment, wanted?: string): Promise<number> {
  const client = await serviceClient(environment);
  const { data } = await client
    .from('tenants')
    .select('id, name, settings(state)')
    .order('position')
    .throwOnError();
  const all = data.filter(({ settings }) => settings?.state !== 'gone');
  const stores = wanted === undefined ? all : all.filter(({ id }) => id === wanted);
  if (stores.length === 0) {
    throw new Error(`There is no store ${wanted}. There are: ${all.map(({ id }) => id).join(', ')}.`);
  }
  const accounts = await paymentAccounts(environment, () => all.map(({ id }) => id));
  let canSell = true;
  for (const { id, name } of stores) {
    await checkDomain(client, environment, id);
    const server = await readServerFacts(environment, accounts, id);
    const readiness = await readReadiness(client, id, server);
    const byLevel = readiness.toSorted(
      (one, other) =>
        Number(one.isReady) - Number(other.isReady) ||
        levels.indexOf(one.level) - levels.indexOf(other.level),
    );
    const examples = await deliveryExamples(client, id);
    const lines = [name, ...byLevel.flatMap(linesOf), t('examples'), ...examples.map(exampleLine)];
    process.stdout.write(`${lines.join('\n')}\n\n`);
    canSell &&= isSellable(readiness);
  }
  process.stdout.write(canSell ? 'Ready to sell.\n' : 'Not ready to sell: see the lines marked FAIL.\n');
  return canSell ? 0 : 1;
}
