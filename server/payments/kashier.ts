import { z } from 'zod';
import { toPiastres } from '../../app/lib/money.ts';
import type { Environment } from '../environment.ts';
import {
  callProvider,
  ForgedCallback,
  isSigned,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentToStart,
  type ProviderCallback,
  ProviderError,
  type ProviderMethod,
  type RefundToMake,
} from './payment-provider.ts';

type Settings = Pick<
  Environment,
  | 'KASHIER_MERCHANT_ID'
  | 'KASHIER_API_KEY'
  | 'KASHIER_SECRET_KEY'
  | 'KASHIER_METHODS'
  | 'KASHIER_API_URL'
  | 'KASHIER_ORDERS_URL'
>;

/** As Kashier calls the methods of its page. */
const allowedMethods: Record<ProviderMethod, string> = {
  card: 'card',
  wallet: 'wallet',
  instalments: 'bank_installments',
};

/** A name in the form of its sessions' that none has. */
const unknownSession = '0'.repeat(24);

/** Pounds, as a number or as text. */
const pounds = z.coerce.number().nonnegative();
const sessionSchema = z.object({ _id: z.string().min(1), sessionUrl: z.url() });
const paymentSchema = z.object({
  data: z.object({
    status: z.string(),
    amount: pounds.optional(),
    currency: z.string().optional(),
    orderId: z.string().optional(),
    transactionId: z.string().optional(),
  }),
});
const orderSchema = z.object({ response: z.object({ totalRefundedAmount: pounds.default(0) }) });
const refundSchema = z.object({
  status: z.string(),
  response: z.object({ transactionId: z.string().optional() }).optional(),
});
const callbackSchema = z.object({
  event: z.string(),
  data: z.looseObject({
    signatureKeys: z.array(z.string()).min(1).max(50),
    merchantOrderId: z.string(),
    kashierOrderId: z.string(),
    transactionId: z.string(),
    status: z.string(),
    amount: pounds,
    currency: z.string(),
  }),
});
type CallbackData = z.infer<typeof callbackSchema>['data'];

/** What has to be signed before it is believed: the sender names the keys that the signature covers. */
const mustBeSigned = ['merchantOrderId', 'kashierOrderId', 'transactionId', 'status', 'amount', 'currency'];

/** Cards, wallets and instalments through Kashier's payment sessions; null when it is not configured (docs/decisions/payment-providers.md). */
export function kashierProvider(environment: Settings): PaymentProvider | null {
  const {
    KASHIER_MERCHANT_ID: merchantId,
    KASHIER_API_KEY: apiKey,
    KASHIER_SECRET_KEY: secretKey,
    KASHIER_METHODS: methods,
    KASHIER_API_URL: api,
    KASHIER_ORDERS_URL: orders,
  } = environment;
  if (!merchantId || !apiKey || !secretKey) return null;
  const headers = { authorization: secretKey, 'api-key': apiKey };

  async function start(payment: PaymentToStart) {
    const answer = await callProvider('kashier', `${api}/v3/payment/sessions`, {
      method: 'POST',
      headers,
      body: {
        merchantId,
        order: payment.paymentId,
        amount: (payment.amount / 100).toFixed(2),
        currency: payment.currency,
        expireAt: new Date(payment.expiresAt * 1_000).toISOString(),
        maxFailureAttempts: 3,
        type: 'one-time',
        allowedMethods: allowedMethods[payment.method],
        merchantRedirect: payment.paidUrl,
        failureRedirect: true,
        serverWebhook: payment.callbackUrl,
        display: payment.language,
        interactionSource: 'ECOMMERCE',
        enable3DS: true,
        description: `Order ${payment.number}`,
        customer: { email: payment.email, reference: payment.orderId },
      },
    });
    const { _id, sessionUrl } = sessionSchema.parse(answer);
    return { sessionId: _id, url: sessionUrl };
  }

  async function read(sessionId: string, over: boolean): Promise<PaymentEvent | null> {
    const answer = await callProvider('kashier', `${api}/v3/payment/sessions/${sessionId}/payment`, {
      headers,
    });
    const { status, amount, currency, orderId } = paymentSchema.parse(answer).data;
    const fields = { kind: 'look', sessionId, eventId: `kashier:${sessionId}:${status}` };
    if (status === 'SUCCESS' || status === 'CAPTURED') {
      return {
        ...fields,
        outcome: 'paid',
        transactionId: orderId,
        amount: amount === undefined ? undefined : toPiastres(amount),
        currency,
      };
    }
    if (status === 'FAILED' || status === 'FAILURE') return { ...fields, outcome: 'declined' };
    return status === 'EXPIRED' || (over && (status === 'CREATED' || status === 'OPENED'))
      ? { ...fields, eventId: `kashier:${sessionId}:over`, outcome: 'closed' }
      : null;
  }

  /** What went back of an order is read first, so that a refund whose answer got lost is not made again. */
  async function refund({
    id,
    transactionId,
    amount,
    back,
    attempt,
    reference,
  }: RefundToMake): Promise<PaymentEvent[]> {
    const fields = { kind: 'refund', refundId: id, transactionId, amount, currency: 'EGP' };
    const url = `${orders}/v3/orders/${encodeURIComponent(transactionId)}`;
    const order = orderSchema.parse(await callProvider('kashier', url, { headers })).response;
    const wentBack = toPiastres(order.totalRefundedAmount);
    if (wentBack >= back + amount) {
      return [
        {
          ...fields,
          eventId: `kashier:${id}:${attempt}:found`,
          outcome: 'refunded',
          reference: reference || `${transactionId}:${wentBack}`,
        },
      ];
    }
    if (reference) return [];
    try {
      const answer = await callProvider('kashier', url, {
        method: 'PUT',
        headers,
        body: { apiOperation: 'REFUND', reason: id, transaction: { amount: (amount / 100).toFixed(2) } },
      });
      const { status, response } = refundSchema.parse(answer);
      const outcome =
        status === 'SUCCESS' ? 'refunded' : status === 'PENDING' ? 'refund_pending' : 'refund_failed';
      const made = response?.transactionId ?? `${id}:${attempt}`;
      return [{ ...fields, eventId: `kashier:${made}:${status}`, outcome, reference: made }];
    } catch (error) {
      if (!(error instanceof ProviderError && error.isRefusal)) throw error;
      return [{ ...fields, eventId: `kashier:${id}:${attempt}:refused`, outcome: 'refund_failed' }];
    }
  }

  async function parseCallback({ headers: sent, body }: ProviderCallback): Promise<PaymentEvent | null> {
    const callback = callbackSchema.safeParse(jsonOf(body));
    const signature = sent['x-kashier-signature'];
    if (!callback.success || typeof signature !== 'string') throw new ForgedCallback();
    const { event, data } = callback.data;
    const covered = mustBeSigned.every((key) => data.signatureKeys.includes(key));
    if (!covered || !isSigned('sha256', apiKey ?? '', signedText(data), signature))
      throw new ForgedCallback();
    return callbackEvent(event, data);
  }

  /** Kashier documents no call for it: a page that nobody opened is not found with keys that it knows. */
  async function checkKeys(): Promise<void> {
    await callProvider('kashier', `${api}/v3/payment/sessions/${unknownSession}/payment`, { headers }).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderError && error.isRefusal)) throw error;
      },
    );
  }

  const isTest = new URL(api).hostname.startsWith('test-');
  return { name: 'kashier', isTest, methods, start, read, refund, parseCallback, checkKeys };
}

function callbackEvent(event: string, data: CallbackData): PaymentEvent | null {
  const { status, transactionId, kashierOrderId, merchantOrderId, amount, currency } = data;
  const fields = {
    kind: event,
    eventId: `kashier:${transactionId}:${event}:${status}`,
    transactionId: kashierOrderId,
    amount: toPiastres(amount),
    currency,
  };
  if (event === 'pay' && status === 'SUCCESS')
    return { ...fields, outcome: 'paid', paymentId: merchantOrderId };
  if (event === 'pay' && (status === 'FAILED' || status === 'FAILURE'))
    return { ...fields, outcome: 'declined', paymentId: merchantOrderId, transactionId: undefined };
  // A void gives the whole payment back before it is settled.
  if ((event === 'refund' || event === 'void') && status === 'SUCCESS')
    return { ...fields, outcome: 'refunded', reference: transactionId };
  return null;
}

/** The values that are signed, as a query string sorted by key. */
function signedText(data: CallbackData): string {
  const values = [...data.signatureKeys]
    .sort()
    .filter((key) => data[key] !== undefined && data[key] !== null)
    .map((key): [string, string] => [key, String(data[key])]);
  return values.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
