import { z } from 'zod';
import { toPiastres } from '../../app/lib/money.ts';
import type { Environment } from '../environment.ts';
import {
  type KashierOrder,
  kashierCallback,
  kashierEvents,
  kashierOrder,
  kashierReport,
  kashierSignedText,
  noOrder,
} from './kashier-order.ts';
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

type Settings = Pick<
  Environment,
  | 'KASHIER_MERCHANT_ID'
  | 'KASHIER_API_KEY'
  | 'KASHIER_SECRET_KEY'
  | 'KASHIER_METHODS'
  | 'KASHIER_API_URL'
  | 'KASHIER_ORDERS_URL'
>;

/** Kashier's names for payment methods. */
const allowedMethods: Record<ProviderMethod, string> = {
  card: 'card',
  wallet: 'wallet',
  instalments: 'bank_installments',
};

/** A valid session id that no session has. */
const unknownSession = '0'.repeat(24);

const sessionSchema = z.object({ _id: z.string().min(1), sessionUrl: z.url() });
const pageSchema = z.object({ data: z.object({ status: z.string() }) });
const refundSchema = z.object({
  status: z.string(),
  response: z.object({ transactionId: z.string().optional() }).optional(),
});

/**
 * Cards, wallets and installments through Kashier's payment sessions; null when it is not configured
 * (docs/decisions/payment-providers.md).
 */
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
        amount: poundsText(payment.amount),
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

  /** Kashier's order of an attempt; null if there is none (answered with 200) or it is of another account. */
  async function orderOf(paymentId: string): Promise<KashierOrder | null> {
    const url = `${api}/payments/orders/${encodeURIComponent(paymentId)}`;
    const answer = await callProvider('kashier', url, { headers }).catch((error: unknown) => {
      if (error instanceof ProviderError && error.status === 404) return null;
      throw error;
    });
    const order = kashierOrder.safeParse(answer);
    if (order.success) {
      const { response } = order.data;
      return response.merchantId === merchantId && response.merchantOrderId === paymentId ? response : null;
    }
    if (answer === null || noOrder.safeParse(answer).success) return null;
    throw new ProviderError('kashier', { type: 'unreadable' });
  }

  async function read({ paymentId, sessionId }: PaymentPointer, over: boolean): Promise<PaymentEvent[]> {
    const order = paymentId ? await orderOf(paymentId) : null;
    const events = order ? kashierEvents(order) : [];
    if (events.length > 0 || !sessionId) return events;
    const url = `${api}/v3/payment/sessions/${encodeURIComponent(sessionId)}/payment`;
    const { status } = pageSchema.parse(await callProvider('kashier', url, { headers })).data;
    const isOver = status === 'EXPIRED' || (over && (status === 'CREATED' || status === 'OPENED'));
    return isOver
      ? [{ eventId: `kashier:${sessionId}:over`, kind: 'look', outcome: 'closed', sessionId }]
      : [];
  }

  async function report({ paymentId }: PaymentPointer): Promise<ReportedTransaction[]> {
    const order = paymentId ? await orderOf(paymentId) : null;
    return order && paymentId ? kashierReport(order, paymentId) : [];
  }

  const operate = (orderId: string, apiOperation: string, transaction: object, reason: string) =>
    callProvider('kashier', `${orders}/v3/orders/${encodeURIComponent(orderId)}`, {
      method: 'PUT',
      headers,
      body: { apiOperation, reason, transaction },
    });

  async function capture({ paymentId, authorizationId, amount }: Hold): Promise<null> {
    const order = await orderOf(paymentId);
    if (!order) throw new ProviderError('kashier', { type: 'unknown order' });
    await operate(order.orderId, 'CAPTURE', { amount: poundsText(amount) }, authorizationId);
    return null;
  }

  async function release({ paymentId, authorizationId }: Hold): Promise<null> {
    const order = await orderOf(paymentId);
    if (!order) throw new ProviderError('kashier', { type: 'unknown order' });
    await operate(order.orderId, 'VOID', { targetTransactionId: authorizationId }, authorizationId);
    return null;
  }

  /** Checks past refunds first, so that a refund whose answer was lost is not made twice. */
  async function refund(refund: RefundToMake): Promise<PaymentEvent[]> {
    const { id, paymentId, transactionId, amount, attemptBack, attempt, reference } = refund;
    const order = await orderOf(paymentId);
    if (!order) throw new ProviderError('kashier', { type: 'unknown order' });
    if (reference || toPiastres(order.totalRefundedAmount) >= attemptBack + amount)
      return kashierEvents(order).filter(({ outcome }) => outcome.startsWith('refund'));
    const fields = { kind: 'refund', refundId: id, transactionId, amount, currency: 'EGP' };
    try {
      const answer = await operate(order.orderId, 'REFUND', { amount: poundsText(amount) }, id);
      const { status, response } = refundSchema.parse(answer);
      const outcome =
        status === 'SUCCESS' ? 'refunded' : status === 'PENDING' ? 'refund_pending' : 'refund_failed';
      const made = response?.transactionId ?? `${id}:${attempt}`;
      return [{ ...fields, eventId: `kashier:${made}:${outcome}`, outcome, reference: made }];
    } catch (error) {
      if (!(error instanceof ProviderError && error.isRefusal)) throw error;
      return [{ ...fields, eventId: `kashier:${id}:${attempt}:refused`, outcome: 'refund_failed' }];
    }
  }

  async function verify({ headers: sent, body }: ProviderCallback): Promise<PaymentPointer | null> {
    const callback = kashierCallback.safeParse(callbackJson(body));
    const signature = sent['x-kashier-signature'];
    const signed =
      callback.success &&
      typeof signature === 'string' &&
      // The sender chooses which keys the signature covers: require those that identify the payment.
      callback.data.data.signatureKeys.includes('merchantOrderId') &&
      isSigned('sha256', apiKey ?? '', kashierSignedText(callback.data.data), signature);
    if (!signed) throw new ForgedCallback();
    return { paymentId: callback.data.data.merchantOrderId };
  }

  /** Kashier documents no such call: with valid keys, a nonexistent session is reported as not found. */
  async function checkKeys(): Promise<void> {
    await callProvider('kashier', `${api}/v3/payment/sessions/${unknownSession}/payment`, { headers }).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderError && error.isRefusal)) throw error;
      },
    );
  }

  const isTest = new URL(api).hostname.startsWith('test-');
  return {
    name: 'kashier',
    isTest,
    methods,
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

const poundsText = (piastres: number) => (piastres / 100).toFixed(2);
