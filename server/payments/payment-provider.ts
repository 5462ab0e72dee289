import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from 'embedded-supabase';
import type { Language } from '../../app/i18n/languages.ts';

/** How a provider takes money: each is an option of the checkout, as `paymob_wallet`. */
export type ProviderMethod = 'card' | 'wallet' | 'instalments';

/** What a provider says of a payment when it is asked, as `record_payment_event` books it. Amounts are piastres. */
export interface PaymentEvent {
  /** Provider, transaction and state, as `paymob:192036465:paid`: each is booked once. */
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
    /** By an integration or account that is not configured. */
    | 'foreign'
    /** A state that no document names: a person has to look. */
    | 'unclear';
  paymentId?: string | undefined;
  /** Our id of a refund, and the provider's. */
  refundId?: string | undefined;
  reference?: string | undefined;
  sessionId?: string | undefined;
  transactionId?: string | undefined;
  /** The transaction that this one captures, voids or refunds. */
  parentId?: string | undefined;
  /** The agreement that it was paid under, as the provider says; undefined where it has none. */
  integration?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  /** When the bank lets a hold go, as an ISO time; undefined where nobody says. */
  heldUntil?: string | undefined;
}

/** Which payment to ask a provider about. A callback gives no more than this, however well it is signed. */
export interface PaymentPointer {
  paymentId?: string | undefined;
  sessionId?: string | undefined;
  transactionId?: string | undefined;
}

/** A transaction of a day as a provider reports it; `amount` and `back`, what of it went back in all, in piastres. */
export interface ReportedTransaction {
  id: string;
  kind: 'paid' | 'refunded';
  amount: number;
  currency: string;
  /** Our id of the attempt, where the provider says it. */
  reference?: string | undefined;
  back?: number | undefined;
}

/** An amount that a bank holds, in piastres: what to take of it, or the whole to let go. */
export interface Hold {
  paymentId: string;
  sessionId: string;
  authorizationId: string;
  amount: number;
  attempt: number;
}

/** What a shopper is to pay on a provider's page; `amount` in piastres, `expiresAt` in epoch seconds. */
export interface PaymentToStart {
  paymentId: string;
  /** Counts the attempts to open the page: the same one is the same request. */
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
  /** Pages that the shopper comes back to, and where the provider announces what happened. */
  paidUrl: string;
  backUrl: string;
  callbackUrl: string;
}

/** Money to give back; amounts are piastres. */
export interface RefundToMake {
  id: string;
  /** Our id of the attempt that the money came by. */
  paymentId: string;
  sessionId: string;
  transactionId: string;
  amount: number;
  /** What of the payment went back before, as it is booked. */
  back: number;
  /** The same of everything that came by the attempt's page. */
  attemptBack: number;
  attempt: number;
  /** As the provider calls it, once it works on it; '' before. */
  reference: string;
}

export interface ProviderCallback {
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  body: Buffer;
}

/** A page to pay on, as a provider opened it, and the integration that it takes money by. */
interface StartedPayment {
  sessionId: string;
  url: string;
  integration?: string;
}

/** A service that takes money on a page of its own. Its calls have time limits, and throw when it fails. */
export interface PaymentProvider {
  /** As it is called in the database and in the address of its callbacks. */
  readonly name: string;
  /** Its keys are those of a test account, which takes no money. */
  readonly isTest: boolean;
  /** Methods that are configured, in the order in which they are offered. */
  readonly methods: readonly ProviderMethod[];
  /** Opens the page to pay on. */
  start(payment: PaymentToStart): Promise<StartedPayment>;
  /** Checks a callback's signature; null for what is not about a payment. @throws ForgedCallback when it is wrong */
  verify(callback: ProviderCallback): Promise<PaymentPointer | null>;
  /**
   * Asks the provider, with the store's own key, what became of a payment, a transaction or a page, and what was captured, voided
   * or refunded of it as far as it says; nothing while a page is open. `over`: nobody is to pay there any more.
   */
  read(pointer: PaymentPointer, over: boolean): Promise<PaymentEvent[]>;
  /** Closes a page, where the provider can; one that was paid stands. */
  close?(sessionId: string): Promise<void>;
  /** Gives money back, or looks up what came of it: asked again, it makes no second refund. */
  refund(refund: RefundToMake): Promise<PaymentEvent[]>;
  /** Takes an amount that a bank holds, and says what to read then where it knows. @throws ProviderError whose `isRefusal` says that it cannot be taken */
  capture(hold: Hold): Promise<PaymentPointer | null>;
  /** Lets an amount go that a bank holds. @throws ProviderError as above */
  release(hold: Hold): Promise<PaymentPointer | null>;
  /** Everything that came and went back between two times, where the provider has a documented call for it. */
  list?(from: Date, to: Date): Promise<ReportedTransaction[]>;
  /** What the provider says of a payment that is in the books, where it cannot list a day. */
  report?(pointer: PaymentPointer): Promise<ReportedTransaction[]>;
  /** Asks whether it knows the keys, by a call that changes and charges nothing. @throws when it does not */
  checkKeys(): Promise<void>;
}

/** A callback that is not the provider's. */
export class ForgedCallback extends Error {}

/** A provider that does not answer, or not as documented. */
export class ProviderError extends Error {
  readonly provider: string;
  readonly detail: { type: string; code?: string };
  /** HTTP status of its answer; 0 when there was none. */
  readonly status: number;

  constructor(provider: string, detail: ProviderError['detail'], status = 0) {
    super(`The payment provider ${provider} failed: ${detail.type} ${detail.code ?? ''}`.trimEnd());
    this.provider = provider;
    this.detail = detail;
    this.status = status;
  }

  /** Whether the provider refuses what it was asked for, rather than fails. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 403, 408, 429].includes(this.status);
  }
}

/** Whether a provider refuses the keys, rather than fails: an error of any provider's client. */
export function refusesKeys(error: unknown): boolean {
  if (error instanceof ProviderError) return error.status === 401 || error.status === 403;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 0;
  return status === 401 || status === 403;
}

/** Time limit of one call, in milliseconds: a checkout does not wait longer. */
const timeLimit = 10_000;

/**
 * Calls a provider's API, and returns the JSON it answers.
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

/** The JSON of a callback's body; null when it is none. */
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
