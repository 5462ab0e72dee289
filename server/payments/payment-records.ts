import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import {
  type PaymentEvent,
  type PaymentPointer,
  type PaymentProvider,
  ProviderError,
} from './payment-provider.ts';
import type { PaymentAccounts } from './payment-providers.ts';

export interface PaymentOptions {
  accounts: PaymentAccounts;
  admin: SupabaseClient<Database>;
  log: Logger;
}

export type PaymentRecords = ReturnType<typeof paymentRecords>;

/** Reads payments from their providers and records what these report: all that is known of a payment comes through here. */
export function paymentRecords({ accounts, admin, log }: PaymentOptions) {
  /**
   * Records what a provider reported when it was read with the store's own key.
   * @param tenantIds the stores it may concern; null for any
   * @throws Error when the database fails: answered with an error, the provider sends its report again
   */
  async function book(
    provider: string,
    event: PaymentEvent,
    tenantIds: readonly string[] | null = null,
  ): Promise<void> {
    const { data, error } = await admin.rpc('record_payment_event', {
      p_provider: provider,
      p_event_id: event.eventId,
      p_kind: event.kind,
      p_outcome: event.outcome,
      ...(event.paymentId ? { p_payment_id: event.paymentId } : {}),
      ...(event.sessionId ? { p_session_id: event.sessionId } : {}),
      ...(event.transactionId ? { p_transaction_id: event.transactionId } : {}),
      ...(event.amount === undefined ? {} : { p_amount: event.amount }),
      ...(event.currency ? { p_currency: event.currency } : {}),
      ...(event.refundId ? { p_refund_id: event.refundId } : {}),
      ...(event.reference ? { p_reference: event.reference } : {}),
      ...(event.parentId ? { p_parent_id: event.parentId } : {}),
      ...(event.integration ? { p_integration: event.integration } : {}),
      ...(event.heldUntil ? { p_held_until: event.heldUntil } : {}),
      ...(tenantIds ? { p_tenant_ids: [...tenantIds] } : {}),
    });
    if (error) throw new Error(`A payment could not be booked: ${error.code}`);
    const about = { provider, event: event.eventId };
    if (data === 'mismatch') log.error(about, 'a payment is not of the amount asked for');
    if (data === 'known') log.info(about, 'a payment was announced again');
    if (data === 'unknown') log.warn(about, 'a payment is not known here');
    if (data === 'foreign' || data === 'unclear')
      log.error(about, `a payment is ${data}: a person has to look`);
  }

  /** @throws ProviderError for every failure of the provider */
  async function ask<Answer>(provider: PaymentProvider, call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      throw error instanceof ProviderError ? error : new ProviderError(provider.name, nameOf(error));
    }
  }

  function providerOf(tenantId: string, name: string): PaymentProvider {
    const provider = accounts.providersOf(tenantId).find((one) => one.name === name);
    if (!provider) throw new ProviderError(name, { type: 'not configured' });
    return provider;
  }

  /**
   * Reads a payment's state from its provider and records it. Every announcement of a payment ends here.
   * @param tenantIds the stores it may concern; null for any
   * @throws ProviderError when the provider fails; nothing is recorded then
   */
  async function look(
    provider: PaymentProvider,
    pointer: PaymentPointer,
    { over = false, tenantIds = null }: { over?: boolean; tenantIds?: readonly string[] | null } = {},
  ): Promise<void> {
    const events = await ask(provider, () => provider.read(pointer, over));
    for (const event of events) await book(provider.name, event, tenantIds);
  }

  /** Closes an open page; a paid page is unaffected. */
  async function close(provider: PaymentProvider, pointer: PaymentPointer): Promise<void> {
    await provider.close?.(pointer.sessionId ?? '').catch((error: unknown) => {
      log.info({ err: nameOf(error) }, 'a payment page was no longer open');
    });
    await look(provider, pointer, { over: true });
  }

  return { book, ask, providerOf, look, close };
}

/** Loggable fields of a failure; providers' messages may contain URLs. */
export function nameOf(error: unknown): { type: string; code?: string } {
  if (error instanceof ProviderError)
    return { ...error.detail, type: `${error.provider}: ${error.detail.type}` };
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : error.name;
  return { type, ...(code ? { code } : {}) };
}
