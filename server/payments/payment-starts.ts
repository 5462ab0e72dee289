import type { Language } from '../../app/i18n/languages.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { payLinkPath } from '../../app/lib/pay-link-path.ts';
import { HttpError } from '../http/http-error.ts';
import type { PaymentProvider, ProviderMethod } from './payment-provider.ts';
import type { PaymentOptions, PaymentRecords } from './payment-records.ts';

/** A payment that a shopper, or the store on their behalf, wants to start. */
export interface PaymentWish {
  orderId: string;
  tenantId: string;
  /** Null if the store vouches for the person, for example by a link in a message. */
  userId: string | null;
  /** Checkout option such as `paymob_wallet`; null for the first configured one. */
  option: string | null;
  /** Pounds; defaults to everything that is due. */
  amount?: number | undefined;
  language: Language;
  /** Builds the URL of the store's page to return to. */
  pageAt: (tenantId: string, path: string) => string;
  /** Builds the provider's callback URL. */
  callbackAt: (tenantId: string, path: string) => string;
}

/** A payment by a link that staff sent, which needs no account. */
export interface LinkPaymentWish
  extends Pick<PaymentWish, 'tenantId' | 'option' | 'language' | 'pageAt' | 'callbackAt'> {
  /** The link's secret. */
  token: string;
  /** Pounds, as its page showed it. */
  amount: number;
}

/** What the provider's page needs to know of a payment to start. */
const startColumns = `id, attempt, tenant_id, order_id, amount, currency, expires_at, session_url,
  order:orders!inner (number, status, customer_name, customer_email, contact:order_addresses (address))` as const;

interface PaymentToStart {
  id: string;
  attempt: number;
  tenant_id: string;
  order_id: string;
  amount: number;
  currency: string;
  expires_at: string;
  session_url: string | null;
  order: {
    number: string;
    status: string;
    customer_name: string;
    customer_email: string;
    contact: { address: { phone?: string } } | null;
  };
}

/** Opens payment pages at providers, for orders and for links to pay. */
export function paymentStarts(
  { accounts, admin }: Omit<PaymentOptions, 'log'>,
  { ask, close }: PaymentRecords,
) {
  /** Provider and method of a checkout option; by default the first configured ones. */
  function optionOf(
    tenantId: string,
    option: string | null,
  ): { provider: PaymentProvider; method: ProviderMethod } {
    for (const provider of accounts.providersOf(tenantId)) {
      for (const method of provider.methods) {
        if (option === null || option === `${provider.name}_${method}`) return { provider, method };
      }
    }
    throw new HttpError(409, 'This store does not take that kind of payment.', {
      details: 'payment_closed',
    });
  }

  /**
   * Starts a payment and returns the URL of its payment page, the same for repeated calls.
   * @throws PostgrestError when the database refuses; ProviderError when the provider fails
   */
  async function start(wish: PaymentWish): Promise<string> {
    const { provider, method } = optionOf(wish.tenantId, wish.option);
    const paymentToStart = await admin
      .rpc('payment_to_start', {
        p_order_id: wish.orderId,
        // The generated types do not allow null for an argument without a default.
        p_user_id: wish.userId as string,
        p_provider: provider.name,
        p_method: method,
        ...(wish.amount === undefined ? {} : { p_amount: wish.amount }),
      })
      .select(startColumns)
      .throwOnError();
    const payment = paymentToStart.data;
    const page =
      payment.order.status === 'awaiting_payment'
        ? `/order-confirmation?order=${payment.order_id}`
        : `/account/orders/${payment.order_id}?`;
    return open(payment, provider, method, { ...wish, page });
  }

  /**
   * Starts a payment by a link and returns the URL of its payment page: makes the order of a draft, or accepts the
   * change that the link is for.
   * @throws PostgrestError when the database refuses; ProviderError when the provider fails
   */
  async function startByLink(wish: LinkPaymentWish): Promise<string> {
    const { provider, method } = optionOf(wish.tenantId, wish.option);
    const { data } = await admin
      .rpc('payment_by_link', {
        p_tenant_id: wish.tenantId,
        p_token: wish.token,
        p_amount: wish.amount,
        p_provider: provider.name,
        p_method: method,
      })
      .select(startColumns)
      .throwOnError();
    return open(data, provider, method, { ...wish, page: `${payLinkPath(wish.token)}?` });
  }

  /** Opens the provider's page of a payment, the same for repeated calls; it leads back to `page`. */
  async function open(
    payment: PaymentToStart,
    provider: PaymentProvider,
    method: ProviderMethod,
    { page, ...wish }: Pick<PaymentWish, 'language' | 'pageAt' | 'callbackAt'> & { page: string },
  ): Promise<string> {
    const { order } = payment;
    if (payment.session_url) return payment.session_url;
    const { sessionId, url, integration } = await ask(provider, () =>
      provider.start({
        paymentId: payment.id,
        attempt: payment.attempt,
        tenantId: payment.tenant_id,
        orderId: payment.order_id,
        number: order.number,
        name: order.customer_name,
        email: order.customer_email,
        phone: order.contact?.address.phone ?? '',
        method,
        amount: toPiastres(payment.amount),
        currency: payment.currency,
        expiresAt: Math.floor(Date.parse(payment.expires_at) / 1_000),
        language: wish.language,
        paidUrl: wish.pageAt(payment.tenant_id, `${page}&payment=made`),
        backUrl: wish.pageAt(payment.tenant_id, page),
        callbackUrl: wish.callbackAt(payment.tenant_id, `/payments/${provider.name}/callback`),
      }),
    );
    const opened = await admin.rpc('payment_opened', {
      p_payment_id: payment.id,
      p_session_id: sessionId,
      p_session_url: url,
      ...(integration ? { p_integration: integration } : {}),
    });
    if (opened.error) throw new Error(`A payment could not be kept: ${opened.error.code}`);
    if (opened.data !== true) {
      await close(provider, { paymentId: payment.id, sessionId });
      throw new HttpError(409, 'This order is not waiting for a payment.', {
        details: 'not_payable',
      });
    }
    return url;
  }

  return { start, startByLink };
}
