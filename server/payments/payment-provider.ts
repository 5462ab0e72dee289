import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from 'embedded-supabase';
import type { Language } from '../../app/i18n/languages.ts';

/** Payment methods. Each is a checkout option, such as `paymob_wallet`. */
export type ProviderMethod = 'card' | 'wallet' | 'instalments';

/** A payment's state as read from the provider, for `record_payment_event`. Amounts are piastres. */
export interface PaymentEvent {
  /** Provider, transaction and state, such as `paymob:192036465:paid`: each is recorded once. */
  eventId: string;
  kind: string;
  outcome:
    | 'paid'
    | 'held'
    | 'voided'
    | 'declined'
    | 'closed'
    | 'refunded'
    | 'refund_pending'
    | 'refund_failed'
    /** Paid through an integration or account that is not configured. */
    | 'foreign'
    /** An undocumented state, which a person has to check. */
    | 'unclear';
  paymentId?: string | undefined;
  /** Our id of a refund, and the provider's. */
  refundId?: string | undefined;
  reference?: string | undefined;
  sessionId?: string | undefined;
  transactionId?: string | undefined;
  /** The transaction that this one captures, voids or refunds. */
  parentId?: string | undefined;
  /** Id of the payment integration; undefined if the provider has none. */
  integration?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  /** When the bank releases a hold, as an ISO time; undefined if unknown. */
  heldUntil?: string | undefined;
}

/** Which payment to read from a provider. A callback supplies nothing else, even if signed. */
export interface PaymentPointer {
  paymentId?: string | undefined;
  sessionId?: string | undefined;
  transactionId?: string | undefined;
}

/** A transaction in a provider's daily report. `back` is the total refunded; amounts are piastres. */
export interface ReportedTransaction {
  id: string;
  kind: 'paid' | 'refunded';
  amount: number;
  currency: string;
  /** Our id of the attempt, if the provider returns it. */
  reference?: string | undefined;
  back?: number | undefined;
}

/** A held amount in piastres: the part to capture, or the whole amount to release. */
export interface Hold {
  paymentId: string;
  sessionId: string;
  authorizationId: string;
  amount: number;
  attempt: number;
}

/** A payment to start on a provider's page; `amount` in piastres, `expiresAt` in epoch seconds. */
export interface PaymentToStart {
  paymentId: string;
  /** Attempt to open the page: the same number is the same request. */
  attempt: number;
  tenantId: string;
  orderId: string;
  number: string;
  name: string;
  email: string;
  phone: string;
  method: ProviderMethod;
  amount: number;
  currency: string;
  expiresAt: number;
  language: Language;
  /** URLs for the shopper's return and the provider's callbacks. */
  paidUrl: string;
  backUrl: string;
  callbackUrl: string;
}

/** A refund to make; amounts are piastres. */
export interface RefundToMake {
  id: string;
  /** Our id of the attempt that was paid. */
  paymentId: string;
  sessionId: string;
  transactionId: string;
  amount: number;
  /** Amount of the payment already refunded, as recorded. */
  back: number;
  /** The same for all payments of the attempt's page. */
  attemptBack: number;
  attempt: number;
  /** The provider's id once it processes the refund; '' before. */
  reference: string;
}

export interface ProviderCallback {
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  body: Buffer;
}

/** An opened payment page, and the integration it uses. */
interface StartedPayment {
  sessionId: string;
  url: string;
  integration?: string;
}

/** A service with a hosted payment page. Its calls have time limits and throw on failure. */
export interface PaymentProvider {
  /** Name in the database and in the callback URL. */
  readonly name: string;
  /** Whether the keys belong to a test account, which moves no money. */
  readonly isTest: boolean;
  /** Configured methods, in the order they are offered. */
  readonly methods: readonly ProviderMethod[];
  /** Opens a payment page. */
  start(payment: PaymentToStart): Promise<StartedPayment>;
  /** Verifies a callback's signature; null if it is not about a payment. @throws ForgedCallback when it is wrong */
  verify(callback: ProviderCallback): Promise<PaymentPointer | null>;
  /**
   * Reads the state of a payment, transaction or page with the store's own key, including captures, voids and
   * refunds as far as the provider reports them. Empty while a page is open.
   * @param over whether the page has expired
   */
  read(pointer: PaymentPointer, over: boolean): Promise<PaymentEvent[]>;
  /** Closes a page, if the provider can; a paid page is unaffected. */
  close?(sessionId: string): Promise<void>;
  /** Makes a refund, or looks up its outcome. Idempotent: a repeated call makes no second refund. */
  refund(refund: RefundToMake): Promise<PaymentEvent[]>;
  /** Captures a held amount, and returns what to read next, if known. @throws ProviderError whose `isRefusal` says that it cannot be captured */
  capture(hold: Hold): Promise<PaymentPointer | null>;
  /** Releases a held amount. @throws ProviderError as above */
  release(hold: Hold): Promise<PaymentPointer | null>;
  /** All payments and refunds between two times, if the provider documents a call for it. */
  list?(from: Date, to: Date): Promise<ReportedTransaction[]>;
  /** The provider's view of one recorded payment, if it cannot list a day. */
  report?(pointer: PaymentPointer): Promise<ReportedTransaction[]>;
  /** Checks the keys with a call that changes and charges nothing. @throws when they are invalid */
  checkKeys(): Promise<void>;
}

/** A callback with an invalid signature. */
export class ForgedCallback extends Error {}

/** A provider did not answer, or not as documented. */
export class ProviderError extends Error {
  readonly provider: string;
  readonly detail: { type: string; code?: string };
  /** HTTP status of its answer; 0 without one. */
  readonly status: number;

  constructor(provider: string, detail: ProviderError['detail'], status = 0) {
    super(`The payment provider ${provider} failed: ${detail.type} ${detail.code ?? ''}`.trimEnd());
    this.provider = provider;
    this.detail = detail;
    this.status = status;
  }

  /** Whether the provider rejected the request, rather than failed. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 403, 408, 429].includes(this.status);
  }
}

/** Whether a provider rejected the keys, rather than failed. Takes any provider client's error. */
export function refusesKeys(error: unknown): boolean {
  if (error instanceof ProviderError) return error.status === 401 || error.status === 403;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 0;
  return status === 401 || status === 403;
}

/** Time limit of one call in milliseconds: a checkout waits no longer. */
const timeLimit = 10_000;

/**
 * Calls a provider's API and returns its JSON.
 * @throws ProviderError for every answer that is not 2xx, with its status
 */
export async function callProvider(
  provider: string,
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit),
  }).catch((error: unknown) => {
    throw new ProviderError(provider, { type: error instanceof Error ? error.name : 'unreachable' });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderError(provider, { type: 'refused', code: String(response.status) }, response.status);
  }
  return response.json().catch(() => {
    throw new ProviderError(provider, { type: 'unreadable' });
  });
}

/** The JSON of a callback's body; null if it is not JSON. */
export function callbackJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** Whether a signature is the hexadecimal HMAC of a text. */
export function isSigned(
  algorithm: 'sha256' | 'sha512',
  key: string,
  text: string,
  signature: string,
): boolean {
  return isSameSecret(signature.toLowerCase(), createHmac(algorithm, key).update(text).digest('hex'));
}
