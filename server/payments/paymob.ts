import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Environment } from '../environment.ts';
import {
  callbackJson,
  callProvider,
  ForgedCallback,
  type Hold,
  isSigned,
  type PaymentEvent,
  type PaymentPointer,
  type PaymentProvider,
  type PaymentToStart,
  type ProviderCallback,
  ProviderError,
  type ProviderMethod,
  type RefundToMake,
  type ReportedTransaction,
} from './payment-provider.ts';
import {
  type PaymobTransaction,
  paymobEvent,
  paymobSignedText,
  paymobTransaction,
} from './paymob-transaction.ts';

type Settings = Pick<
  Environment,
  | 'PAYMOB_SECRET_KEY'
  | 'PAYMOB_PUBLIC_KEY'
  | 'PAYMOB_API_KEY'
  | 'PAYMOB_HMAC_SECRET'
  | 'PAYMOB_CARD_INTEGRATION'
  | 'PAYMOB_WALLET_INTEGRATION'
  | 'PAYMOB_INSTALMENTS_INTEGRATION'
  | 'PAYMOB_API_URL'
>;

const intention = z.object({ client_secret: z.string().min(1), intention_order_id: z.number().int() });
const tokenAnswer = z.object({
  token: z.string(),
  profile: z.object({ id: z.union([z.number(), z.string()]).transform(String) }).optional(),
});
const callbackSchema = z.object({
  type: z.string().optional(),
  obj: z.looseObject({ id: z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform(String) }),
});
const refundAnswer = z.object({ id: z.number().int(), success: z.boolean(), pending: z.boolean() });

/**
 * Cards, wallets and installments through Paymob's intentions; null when it is not configured
 * (docs/decisions/payment-providers.md).
 */
export function paymobProvider(environment: Settings): PaymentProvider | null {
  const {
    PAYMOB_SECRET_KEY: secretKey,
    PAYMOB_PUBLIC_KEY: publicKey,
    PAYMOB_API_KEY: apiKey,
    PAYMOB_HMAC_SECRET: hmacSecret,
    PAYMOB_API_URL: api,
  } = environment;
  if (!secretKey || !publicKey || !apiKey || !hmacSecret) return null;
  const integrations = new Map<ProviderMethod, number>();
  const setIntegration = (method: ProviderMethod, id: number | undefined) => {
    if (id !== undefined) integrations.set(method, id);
  };
  setIntegration('card', environment.PAYMOB_CARD_INTEGRATION);
  setIntegration('wallet', environment.PAYMOB_WALLET_INTEGRATION);
  setIntegration('instalments', environment.PAYMOB_INSTALMENTS_INTEGRATION);
  if (integrations.size === 0) return null;
  const taken = [...integrations.values()].map(String);
  const call = (path: string, options?: Parameters<typeof callProvider>[2]) =>
    callProvider('paymob', `${api}${path}`, options);
  const bySecretKey = { authorization: `Token ${secretKey}` };

  /** Signs in for lookups. The token is valid for an hour but requested each time. */
  async function signIn() {
    const answer = await call('/api/auth/tokens', { method: 'POST', body: { api_key: apiKey } });
    return tokenAnswer.parse(answer);
  }

  const checkKeys = async () => {
    await signIn();
  };

  async function start(payment: PaymentToStart) {
    const integration = integrations.get(payment.method);
    if (integration === undefined) throw new ProviderError('paymob', { type: 'no integration' });
    const answer = await call('/v1/intention/', {
      method: 'POST',
      headers: bySecretKey,
      body: {
        amount: payment.amount,
        currency: payment.currency,
        payment_methods: [integration],
        items: [
          {
            name: `Order ${payment.number}`,
            amount: payment.amount,
            description: payment.number,
            quantity: 1,
          },
        ],
        billing_data: billingData(payment),
        // Paymob accepts a reference only once, even if its answer was lost.
        special_reference: `${payment.paymentId}-${randomBytes(4).toString('hex')}`,
        expiration: Math.max(payment.expiresAt - Math.floor(Date.now() / 1_000), 60),
        notification_url: payment.callbackUrl,
        redirection_url: payment.paidUrl,
      },
    });
    const { client_secret: clientSecret, intention_order_id } = intention.parse(answer);
    const page = new URL(`${api}/unifiedcheckout/`);
    page.searchParams.set('publicKey', publicKey ?? '');
    page.searchParams.set('clientSecret', clientSecret);
    return {
      sessionId: String(intention_order_id),
      url: page.href,
      integration: String(integration),
    };
  }

  /** Looks up transactions by id or as the latest of an order; null if unknown or of another account. */
  async function lookUps() {
    const { token, profile } = await signIn();
    const ours = (answer: unknown): PaymobTransaction | null => {
      const transaction = answer === null ? null : paymobTransaction.parse(answer);
      return transaction?.profile_id && profile && transaction.profile_id !== profile.id ? null : transaction;
    };
    const nullOf404 = (error: unknown) => {
      if (error instanceof ProviderError && error.status === 404) return null;
      throw error;
    };
    return {
      byId: async (id: string) =>
        ours(
          await call(`/api/acceptance/transactions/${encodeURIComponent(id)}`, {
            headers: { authorization: `Bearer ${token}` },
          }).catch(nullOf404),
        ),
      byOrder: async (orderId: string) =>
        ours(
          await call('/api/ecommerce/orders/transaction_inquiry', {
            method: 'POST',
            body: { auth_token: token, order_id: orderId },
          }).catch(nullOf404),
        ),
    };
  }

  async function read({ sessionId, transactionId }: PaymentPointer, over: boolean): Promise<PaymentEvent[]> {
    const { byId, byOrder } = await lookUps();
    const [asked, latest] = [
      transactionId ? await byId(transactionId) : null,
      sessionId ? await byOrder(sessionId) : null,
    ];
    // Each follows the one it captures, voids or refunds: a hold, its capture, its refunds.
    const found = new Map<string, PaymobTransaction>();
    const add = async (one: PaymobTransaction | null): Promise<void> => {
      if (!one || found.has(one.id)) return;
      if (one.parent_transaction) await add(await byId(one.parent_transaction));
      found.set(one.id, one);
    };
    await add(asked);
    await add(latest);
    if (found.size > 0) return [...found.values()].flatMap((one) => paymobEvent(one, taken) ?? []);
    if (!over || !sessionId) return [];
    return [{ eventId: `paymob:${sessionId}:over`, kind: 'look', outcome: 'closed', sessionId }];
  }

  async function report({ transactionId }: PaymentPointer): Promise<ReportedTransaction[]> {
    const transaction = transactionId ? await (await lookUps()).byId(transactionId) : null;
    if (!transaction?.success || transaction.pending) return [];
    const { id, amount_cents: amount, currency, is_auth, is_capture, is_voided } = transaction;
    if (is_auth && !is_capture) return [];
    const back = is_voided ? amount : (transaction.refunded_amount_cents ?? 0);
    return [{ id, kind: 'paid', amount, currency, back }];
  }

  /** Never captures a hold twice: after a partial capture, its callback or a person tells the outcome. */
  async function capture({ authorizationId, amount }: Hold): Promise<PaymentPointer> {
    const held = await (await lookUps()).byId(authorizationId);
    if (!held || (held.captured_amount ?? 0) > 0)
      throw new ProviderError('paymob', { type: held ? 'captured before' : 'unknown transaction' });
    const answer = await call('/api/acceptance/capture', {
      method: 'POST',
      headers: bySecretKey,
      body: { transaction_id: authorizationId, amount_cents: amount },
    });
    return { transactionId: paymobTransaction.parse(answer).id };
  }

  async function release({ authorizationId }: Hold): Promise<PaymentPointer> {
    await call('/api/acceptance/void_refund/void', {
      method: 'POST',
      headers: bySecretKey,
      body: { transaction_id: authorizationId },
    });
    return { transactionId: authorizationId };
  }

  /** No idempotency keys: checks past refunds first, so that one with a lost answer is not made twice. */
  async function refund({
    id,
    sessionId,
    transactionId,
    amount,
    back,
    attempt,
    reference,
  }: RefundToMake): Promise<PaymentEvent[]> {
    const fields = { kind: 'refund', refundId: id, sessionId, transactionId, amount };
    const { byId, byOrder } = await lookUps();
    if (reference) {
      const made = await byId(reference);
      if (!made) return [];
      const { currency } = made;
      return [
        {
          ...fields,
          eventId: refundEventId(reference, made),
          outcome: refundOutcome(made),
          reference,
          currency,
        },
      ];
    }
    const paid = await byId(transactionId);
    if (!paid) throw new ProviderError('paymob', { type: 'unknown transaction' });
    const wentBack = paid.refunded_amount_cents ?? 0;
    if (wentBack >= back + amount) {
      // More was refunded than we know of: make no further refund until a callback or a person explains it.
      if (wentBack > back + amount) return [];
      const last = await byOrder(sessionId);
      const isIt =
        last?.is_refund && last.parent_transaction === transactionId && last.amount_cents === amount;
      if (last && isIt) {
        return [
          {
            ...fields,
            eventId: refundEventId(last.id, last),
            outcome: refundOutcome(last),
            reference: last.id,
            currency: paid.currency,
          },
        ];
      }
      return [
        {
          ...fields,
          eventId: `paymob:${id}:${attempt}:found`,
          outcome: 'refunded',
          reference: `${transactionId}:${wentBack}`,
          currency: paid.currency,
        },
      ];
    }
    try {
      const answer = await call('/api/acceptance/void_refund/refund', {
        method: 'POST',
        headers: bySecretKey,
        body: { transaction_id: transactionId, amount_cents: amount },
      });
      const made = refundAnswer.parse(answer);
      return [
        {
          ...fields,
          eventId: refundEventId(String(made.id), made),
          outcome: refundOutcome(made),
          reference: String(made.id),
          currency: paid.currency,
        },
      ];
    } catch (error) {
      if (!(error instanceof ProviderError && error.isRefusal)) throw error;
      return [{ ...fields, eventId: `paymob:${id}:${attempt}:refused`, outcome: 'refund_failed' }];
    }
  }

  async function verify({ body, query }: ProviderCallback): Promise<PaymentPointer | null> {
    const callback = callbackSchema.safeParse(callbackJson(body));
    // Paymob also sends tokens of saved cards, which we do not store.
    if (callback.data?.type === 'TOKEN') return null;
    const signed =
      callback.success &&
      isSigned('sha512', hmacSecret ?? '', paymobSignedText(callback.data.obj), query.get('hmac') ?? '');
    if (!signed) throw new ForgedCallback();
    return { transactionId: callback.data.obj.id };
  }

  return {
    name: 'paymob',
    isTest: secretKey.includes('_test_'),
    methods: [...integrations.keys()],
    start,
    verify,
    read,
    refund,
    capture,
    release,
    report,
    checkKeys,
  };
}

type RefundState = Pick<PaymobTransaction, 'pending' | 'success'>;

const refundOutcome = ({ pending, success }: RefundState) =>
  pending ? 'refund_pending' : success ? 'refunded' : 'refund_failed';

/** The id that reading the transaction yields. */
const refundEventId = (id: string, state: RefundState) => `paymob:${id}:${refundOutcome(state)}`;

/** Paymob rejects a payment without names, email and phone number. */
function billingData({ name, email, phone, number }: PaymentToStart) {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return {
    first_name: first || number,
    last_name: others.join(' ') || 'NA',
    email: email || 'NA',
    phone_number: phone || 'NA',
  };
}
