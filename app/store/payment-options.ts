import { defaultLanguage, type Language } from '#app/i18n/languages.ts';
import type { Enums } from '#app/lib/database.types.ts';
import type { StoredPaymentOption } from '#app/lib/json-columns.ts';

export type PaymentMethod = Enums<'payment_method'>;

/**
 * A store's settings for a payment option of the checkout, such as `cash_on_delivery` or `paymob_wallet`. Amounts are
 * pounds.
 */
export type PaymentOptionSetting = Required<StoredPaymentOption>;

/** A payment option that a shopper can choose. */
export type PaymentOption = Pick<PaymentOptionSetting, 'option'> & {
  method: PaymentMethod;
  /** The store's own description; '' for the usual one. */
  detail: string;
};

/** The payment options in a store's settings, in order. */
export const optionSettings = (stored: readonly StoredPaymentOption[] = []): PaymentOptionSetting[] =>
  stored.map((option) => ({ from: null, to: null, details: {}, ...option }));

/** All available options: those in the settings in their order, then other configured ones. */
export function orderedOptions(
  settings: readonly PaymentOptionSetting[],
  onlineOptions: readonly string[],
): PaymentOptionSetting[] {
  const possible = ['cash_on_delivery', ...onlineOptions, 'bank_transfer'];
  const named = settings.filter(({ option }) => possible.includes(option));
  const others = possible.filter((option) => !named.some((one) => one.option === option));
  return [
    ...named,
    ...others.map((option) => ({ option, offered: true, from: null, to: null, details: {} })),
  ];
}

/** An option's payment method; all options of providers are `online`. */
export const methodOf = (option: string): PaymentMethod =>
  option === 'cash_on_delivery' || option === 'bank_transfer' ? option : 'online';

interface PaymentSettings {
  cashOnDelivery: boolean;
  onlinePayment: boolean;
  bankTransfer: boolean;
  options: readonly PaymentOptionSetting[];
}

/** The payment options of a store's checkout, in order: switched on, offered, and configured on the server. */
export function offeredOptions(
  payment: PaymentSettings,
  onlineOptions: readonly string[],
  language: Language,
): PaymentOption[] {
  const isOpen: Record<PaymentMethod, boolean> = {
    cash_on_delivery: payment.cashOnDelivery,
    online: payment.onlinePayment,
    bank_transfer: payment.bankTransfer,
  };
  return orderedOptions(payment.options, onlineOptions)
    .filter(({ option, offered }) => offered && isOpen[methodOf(option)])
    .map(({ option, details }) => ({
      option,
      method: methodOf(option),
      detail: details[language] || details[defaultLanguage] || '',
    }));
}

/** The options that take an order. @param closed those that do not, as the database names them */
export const openOptions = (options: readonly PaymentOption[], closed: readonly string[]): PaymentOption[] =>
  options.filter(({ option }) => !closed.includes(option));
