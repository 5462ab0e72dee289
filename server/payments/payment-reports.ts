import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { DAY } from '../jobs/scheduled-backups.ts';
import type { PaymentPointer, PaymentProvider, ReportedTransaction } from './payment-provider.ts';
import type { PaymentAccounts } from './payment-providers.ts';
import type { Payments } from './payments.ts';

/** Days to catch up on after downtime. */
const mostDays = 7;
/** Concurrent calls to a provider. */
const concurrency = 4;

interface ReportOptions {
  accounts: PaymentAccounts;
  payments: Pick<Payments, 'look'>;
  admin: SupabaseClient<Database>;
  log: Logger;
  now?: () => Date;
}

type Account = PaymentAccounts['all'][number];

export type PaymentReports = ReturnType<typeof paymentReports>;

/** Compares the providers' daily reports with the ledger (docs/product.md, Orders). */
export function paymentReports({ accounts, payments, admin, log, now = () => new Date() }: ReportOptions) {
  /** Compares the days still open, yesterday last. A provider that fails is retried next time. */
  async function compareDue(): Promise<void> {
    for (const account of accounts.all.filter(({ tenantIds }) => tenantIds.length > 0)) {
      try {
        for (const day of await daysToCompare(account)) await compare(account, day);
      } catch (error) {
        log.warn({ err: error, provider: account.provider.name }, 'payments could not be compared');
      }
    }
  }

  async function daysToCompare({ provider, tenantIds }: Account): Promise<string[]> {
    const days = Array.from({ length: mostDays }, (_, index) => dayBefore(now(), mostDays - index));
    const { data, error } = await admin
      .from('payment_reports')
      .select('day')
      .eq('tenant_id', tenantIds[0] ?? '')
      .eq('provider', provider.name)
      .eq('source', 'provider')
      .in('day', days);
    if (error) throw new Error(`Reports could not be read: ${error.code}`);
    return days.filter((day) => !data.some((compared) => compared.day === day));
  }

  /** Compares a day, `YYYY-MM-DD`; returns how many transactions differ. */
  async function compare({ provider, tenantIds }: Account, day: string): Promise<number> {
    // Record lost callbacks first, so that only real differences wait for a person.
    await each(await pointersOf(provider, tenantIds, day), (pointer) =>
      payments.look(provider, pointer, { tenantIds }),
    );
    const lines = await linesOf(provider, await pointersOf(provider, tenantIds, day), day);
    const compared = await admin.rpc('compare_payments', {
      p_provider: provider.name,
      p_tenant_ids: [...tenantIds],
      p_report: { day, lines: lines.map((line) => ({ ...line })) },
      p_is_whole: true,
    });
    if (compared.error) throw new Error(`Payments could not be compared: ${compared.error.code}`);
    const about = { provider: provider.name, day, transactions: lines.length, differences: compared.data };
    if (compared.data > 0) log.error(about, 'payments differ from the ledger');
    else log.info(about, 'payments match the ledger');
    return compared.data;
  }

  /** The attempts of a day, with the provider's ids of their payments. */
  async function pointersOf(
    provider: PaymentProvider,
    tenantIds: readonly string[],
    day: string,
  ): Promise<PaymentPointer[]> {
    const { data, error } = await admin.rpc('payments_of_day', {
      p_provider: provider.name,
      p_tenant_ids: [...tenantIds],
      p_day: day,
    });
    if (error) throw new Error(`Payments could not be read: ${error.code}`);
    return data.map(({ payment_id, session_id, transaction_id }) => ({
      paymentId: payment_id,
      sessionId: session_id ?? undefined,
      transactionId: transaction_id ?? undefined,
    }));
  }

  return { compareDue, compare };
}

/** A provider's transactions of a day: its list, or else its report of each recorded payment. */
async function linesOf(
  provider: PaymentProvider,
  pointers: readonly PaymentPointer[],
  day: string,
): Promise<ReportedTransaction[]> {
  const start = Date.parse(`${day}T00:00:00Z`);
  // Wider than the stores' day: payments are recorded later than they are made.
  if (provider.list) return provider.list(new Date(start - 2 * DAY), new Date(start + 2 * DAY));
  const lines: ReportedTransaction[] = [];
  const { report } = provider;
  if (report) await each(pointers, async (pointer) => void lines.push(...(await report(pointer))));
  // Attempts on the same page report the same transactions.
  return [...new Map(lines.map((line) => [`${line.kind} ${line.id}`, line])).values()];
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

/** The day this many days ago, in the stores' time zone. */
function dayBefore(now: Date, days: number): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo', dateStyle: 'short' }).format(now);
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
}
