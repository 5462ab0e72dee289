import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { settingsColumns } from '../../app/store/public-settings.ts';
import { inOrder, type Readiness } from '../../app/store/readiness.ts';
import {
  databaseItems,
  type ServerFacts,
  serverItems,
  type TextRows,
  textItems,
} from '../../app/store/readiness-rules.ts';
import type { Environment } from '../environment.ts';
import { listBackups } from '../jobs/scheduled-backups.ts';
import { backupAlerts, backupsOf } from '../operations/alerts.ts';
import type { PaymentAccounts } from '../payments/payment-providers.ts';
import { mailWayOf } from './setup-checks.ts';

type Client = SupabaseClient<Database>;

async function readTextRows(client: Client, tenantId: string): Promise<TextRows | null> {
  const [settings, brand, questions, fees] = await Promise.all([
    client
      .from('settings')
      .select(`${settingsColumns}, legal`)
      .eq('tenant_id', tenantId)
      .maybeSingle()
      .throwOnError(),
    client.from('brands').select('*').eq('tenant_id', tenantId).maybeSingle().throwOnError(),
    client
      .from('faq_questions')
      .select('question, answer, translations')
      .eq('tenant_id', tenantId)
      .throwOnError(),
    client.rpc('delivery_fees', { p_tenant_id: tenantId }).throwOnError(),
  ]);
  if (!settings.data || !brand.data) return null;
  const { legal, ...row } = settings.data;
  return { settings: row, legal, brand: brand.data, questions: questions.data, fees: fees.data };
}

/** Reads what the environment and the backups' folder say. */
export async function readServerFacts(
  environment: Environment,
  accounts: PaymentAccounts,
  tenantId: string,
): Promise<ServerFacts> {
  const backups = backupsOf(environment);
  const newest = backups && (await listBackups(backups.folder).catch(() => [])).at(-1);
  return {
    mail: mailWayOf(environment),
    providers: accounts.all
      .filter(({ tenantIds }) => tenantIds.includes(tenantId))
      .map(({ provider }) => provider.name),
    backups: backups && {
      folder: backups.folder,
      newest: newest && new Date(newest.madeAt),
      isLate: (await backupAlerts(backups)).length > 0,
    },
    alertEmail: environment.SOUK_ALERT_EMAIL,
  };
}

/**
 * Reads what a store needs to sell, ready or not; empty for a store without settings (docs/product.md, Ready to sell).
 * @param client acts as somebody who may see the settings, or as the service
 * @throws when the database does not answer, or refuses
 */
export async function readReadiness(
  client: Client,
  tenantId: string,
  server: ServerFacts,
): Promise<Readiness[]> {
  const [items, texts] = await Promise.all([
    client.rpc('store_readiness', { p_tenant_id: tenantId }).throwOnError(),
    readTextRows(client, tenantId),
  ]);
  if (!texts) return inOrder(databaseItems(items.data));
  return inOrder([...databaseItems(items.data), ...textItems(texts), ...serverItems(server, texts.settings)]);
}
