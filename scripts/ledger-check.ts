import { existsSync } from 'node:fs';
import { openPool, type Pool } from 'embedded-supabase/database';
import { ledgerRules } from './ledger-check-queries.ts';
import { openStoreDatabase } from './store-database.ts';

/** A violated rule with its rows. */
export interface LedgerDifference {
  rule: string;
  row: Record<string, unknown>;
}

const MAX_SHOWN = 20;

/**
 * Reconciles orders, lines, stock movements, points, discount uses and slots. Returns the violations; empty
 * if the ledger balances.
 */
export async function checkLedger(sql: Pool): Promise<LedgerDifference[]> {
  return sql.begin(async (transaction) => {
    const differences: LedgerDifference[] = [];
    for (const { name, query } of ledgerRules) {
      for (const row of await transaction.unsafe(query)) differences.push({ rule: name, row });
    }
    return differences;
  }, 'isolation level repeatable read read only');
}

/**
 * Reports the cash of delivered shipments that each carrier holds, and how much of it for over two weeks; one
 * sentence per carrier.
 */
export async function cashWithCarriers(sql: Pool): Promise<string[]> {
  const held = await sql<{ tenant_id: string; carrier: string; held: number; overdue: number }[]>`
    select shipment.tenant_id, coalesce(nullif(carrier_name, ''), carrier) as carrier, sum(carrier_owes)::float8 as held,
      coalesce(sum(carrier_owes) filter (where delivered_at < now() - interval '14 days'), 0)::float8 as overdue
    from shipments shipment join shipment_staff_facts facts on facts.shipment_id = shipment.id where carrier_owes > 0
    group by 1, 2 order by 1, 2`;
  return held.map(({ carrier, tenant_id, held: all, overdue }) => {
    const late = overdue > 0 ? `, ${overdue} EGP of it for more than two weeks` : '';
    return `${carrier} holds ${all} EGP of ${tenant_id}${late}`;
  });
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const store = await openStoreDatabase();
  const sql = openPool(store.address, 1, { options: '-c search_path=public' });
  try {
    process.stdout.write(`Checking the ${store.name}.\n`);
    const differences = await checkLedger(sql);
    const broken = new Set(differences.map(({ rule }) => rule));
    for (const { name } of ledgerRules)
      process.stdout.write(`  ${broken.has(name) ? 'NOT SO' : 'holds '}  ${name}\n`);
    for (const { rule, row } of differences.slice(0, MAX_SHOWN)) {
      process.stdout.write(`Not so: ${rule}\n  ${JSON.stringify(row)}\n`);
    }
    if (differences.length > MAX_SHOWN) {
      process.stdout.write(`… and ${differences.length - MAX_SHOWN} more\n`);
    }
    const [size] = await sql<{ stores: string; products: string; orders: string; movements: string }[]>`
      select (select count(*) from tenants) as stores, (select count(*) from products) as products,
        (select count(*) from orders) as orders, (select count(*) from stock_movements) as movements`;
    const among = `stores ${size?.stores}, products ${size?.products}, orders ${size?.orders}, stock movements ${size?.movements}`;
    for (const held of await cashWithCarriers(sql)) process.stdout.write(`Cash with carriers: ${held}\n`);
    process.stdout.write(
      differences.length === 0
        ? `The ledgers balance: ${ledgerRules.length} rules hold (${among}).\n`
        : `${differences.length} differences (${among}).\n`,
    );
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await sql.end();
    await store.stop();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
}
