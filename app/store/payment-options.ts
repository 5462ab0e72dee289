import { z } from 'zod';
import { defaultLanguage, type Language } from '#app/i18n/languages.ts';
import type { Enums } from '#app/lib/database.types.ts';

export type PaymentMethod = Enums<'payment_method'>;

/** What a store's settings say of an option of the checkout, such as `cash_on_delivery` or `paymob_wallet`. Amounts are pounds. */
export type PaymentOptionSetting = {
  option: string;
  offered: boolean;
  /** Orders of less or more are not offered it; null: of any amount. */
  from: number | null;
  to: number | null;
  /** A sentence about it, by language. */
  details: Partial<Record<Language, string>>;
};

/** An option that a shopper can choose. */
export type PaymentOption = Pick<PaymentOptionSetting, 'option' | 'from' | 'to'> & {
  method: PaymentMethod;
  /** The store's own sentence about it; '' for the usual one. */
  detail: string;
};

const storedOptions = z
  .array(
    z.object({
      option: z.string(),
      offered: z.boolean(),
      from: z.number().nullable().default(null),
      to: z.number().nullable().default(null),
      details: z.record(z.string(), z.string()).default({}),
    }),
  )
  .catch([]);

/** The options that a store's payment settings name, in their order. */
export const optionSettings = (stored: unknown): PaymentOptionSetting[] => storedOptions.parse(stored);

/** All options that there can be with what is configured: those of the settings first, in their order, then the others. */
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

/** The kind of payment that an option is; the providers' are all `online`. */
export const methodOf = (option: string): PaymentMethod =>
  option === 'cash_on_delivery' || option === 'bank_transfer' ? option : 'online';

interface PaymentSettings {
  cashOnDelivery: boolean;
  onlinePayment: boolean;
  bankTransfer: boolean;
  options: readonly PaymentOptionSetting[];
}

/** The options of a store's checkout, in order: switched on, offered, and configured on the server. */
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
    .map(({ option, from, to, details }) => ({
      option,
      method: methodOf(option),
      from,
      to,
      detail: details[language] || details[defaultLanguage] || '',
    }));
}

/** The options that take an amount of pounds. */
export const optionsFor = (options: readonly PaymentOption[], amount: number): PaymentOption[] =>
  options.filter(({ from, to }) => amount >= (from ?? 0) && amount <= (to ?? Number.POSITIVE_INFINITY));
