import { z } from 'zod';
import { governorates } from '#app/addresses/governorates.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Constants } from '#app/lib/database.types.ts';
import { toPiastres, toPounds } from '#app/lib/money.ts';
import { amountText, optionalCount } from '../ui/edit/field-schemas.ts';
import type { StoredOrderRules } from './order-rules-data.ts';

const message =
  (
    key:
      | 'rule_amountWrong'
      | 'rule_countWrong'
      | 'rule_hoursWrong'
      | 'rule_depositWrong'
      | 'messagesLimitWrong'
      | 'smsPartPriceWrong'
      | 'payLinkHoursWrong',
  ) =>
  () =>
    adminSettingsTexts()(key);

/** Requirements for a cash order, mildest first. */
export const requirements = ['none', 'confirm', 'deposit', 'pay_before'] as const;
/** Units of a deposit. */
export const depositUnits = ['percent', 'pounds'] as const;
/** Events that can be notified on the phone as well. */
export const notificationKinds = [
  ...(['placed', 'paid', 'shipped', 'attempt_failed', 'delivered', 'cancelled'] as const),
  ...(['return_requested', 'return_answered', 'refunded', 'change_proposed'] as const),
];

/** Pauses before an unanswered call is tried again; with `none` it was the last. */
export const callWaits = ['none', ...Constants.public.Enums.call_wait] as const;
export const callsEndings = Constants.public.Enums.calls_ending;

/** The defaults of the database. */
const defaultCallWaits: StoredCalls['call_waits'] = ['two_hours', 'evening'];

type StoredCalls = NonNullable<StoredOrderRules>;

const callWait = z.enum(callWaits);
const requirement = z.enum(requirements);
const messagesLimit = optionalCount(message('messagesLimitWrong'), { most: 100_000 }).refine(
  (typed) => typed !== '',
  { error: message('messagesLimitWrong') },
);

const asking = ['firstOrder', 'amount', 'refusals', 'governorate'] as const;

/** Fields of the form, each validated on its own. */
export const orderRulesFields = z.object({
  firstOrder: requirement,
  amount: requirement,
  amountFrom: amountText(message('rule_amountWrong'), { optional: true }),
  refusals: requirement,
  refusalsFrom: optionalCount(message('rule_countWrong'), { most: 60 }),
  governorate: requirement,
  places: z.record(z.enum(governorates), z.boolean()),
  deposit: amountText(message('rule_depositWrong'), { least: 0.01, optional: true }),
  depositUnit: z.enum(depositUnits),
  hours: optionalCount(message('rule_hoursWrong'), { most: 999 }),
  payLinkHours: optionalCount(message('payLinkHoursWrong'), { most: 720 }).refine((typed) => typed !== '', {
    error: message('payLinkHoursWrong'),
  }),
  firstCallWait: callWait,
  secondCallWait: callWait,
  thirdCallWait: callWait,
  callsEnding: z.enum(callsEndings),
  whatsapp: z.boolean(),
  sms: z.boolean(),
  notifications: z.record(z.enum(notificationKinds), z.boolean()),
  messagesAnHour: messagesLimit,
  newCustomersAnHour: messagesLimit,
  smsPartPrice: amountText(message('smsPartPriceWrong'), { least: 0.01, most: 1000, optional: true }),
});

export const orderRulesForm = orderRulesFields.refine(
  ({ deposit, depositUnit, ...rules }) =>
    deposit === ''
      ? asking.every((rule) => rules[rule] !== 'deposit')
      : depositUnit === 'pounds' || /^([1-9]\d?|100)$/.test(deposit),
  { error: message('rule_depositWrong'), path: ['deposit'] },
);

export type OrderRulesForm = z.output<typeof orderRulesForm>;

const counted = (count: number | undefined) => (count === undefined ? '' : String(count));

/** Returns the form values of stored rules, or the defaults. */
export function orderRulesValues(stored: StoredOrderRules): OrderRulesForm {
  const rules = stored?.cash_rules ?? {};
  const kinds = stored?.notification_kinds ?? [];
  const [firstCallWait = 'none', secondCallWait = 'none', thirdCallWait = 'none'] =
    stored?.call_waits ?? defaultCallWaits;
  const notifications = Object.fromEntries(notificationKinds.map((kind) => [kind, kinds.includes(kind)]));
  return {
    firstOrder: rules.firstOrder ?? 'none',
    amount: rules.amount ?? 'none',
    amountFrom: counted(rules.amountFrom),
    refusals: rules.refusals ?? 'none',
    refusalsFrom: counted(rules.refusalsFrom),
    governorate: rules.governorate ?? 'none',
    places: orderRulesFields.shape.places.parse(
      Object.fromEntries(governorates.map((name) => [name, rules.governorates?.includes(name) ?? false])),
    ),
    deposit: counted(rules.depositAmount ?? rules.depositPercent),
    depositUnit: rules.depositAmount === undefined ? 'percent' : 'pounds',
    hours: counted(rules.hours),
    payLinkHours: String(stored?.pay_link_hours ?? 24),
    ...{ firstCallWait, secondCallWait, thirdCallWait },
    callsEnding: stored?.calls_ending ?? 'message',
    whatsapp: stored?.notification_channels.includes('whatsapp') ?? false,
    sms: stored?.notification_channels.includes('sms') ?? false,
    notifications: orderRulesFields.shape.notifications.parse(notifications),
    messagesAnHour: String(stored?.phone_notifications_limit ?? 200),
    newCustomersAnHour: String(stored?.stranger_notifications_limit ?? 20),
    smsPartPrice: stored?.sms_part_piastres ? String(toPounds(stored.sms_part_piastres)) : '',
  };
}

/** Returns the columns that the form sets. */
export function orderRulesColumns(form: OrderRulesForm) {
  const { firstOrder, amount, refusals, governorate, amountFrom, refusalsFrom, hours, deposit } = form;
  const places = governorates.filter((name) => form.places[name]);
  return {
    cash_rules: {
      ...{ firstOrder, amount, refusals, governorate },
      ...(amountFrom === '' ? {} : { amountFrom: Number(amountFrom) }),
      ...(refusalsFrom === '' ? {} : { refusalsFrom: Number(refusalsFrom) }),
      ...(places.length === 0 ? {} : { governorates: places }),
      ...(hours === '' ? {} : { hours: Number(hours) }),
      ...(deposit === ''
        ? {}
        : { [form.depositUnit === 'pounds' ? 'depositAmount' : 'depositPercent']: Number(deposit) }),
    },
    call_waits: [form.firstCallWait, form.secondCallWait, form.thirdCallWait].flatMap((wait) =>
      wait === 'none' ? [] : [wait],
    ),
    calls_ending: form.callsEnding,
    notification_channels: [...(form.whatsapp ? ['whatsapp'] : []), ...(form.sms ? ['sms'] : [])],
    notification_kinds: notificationKinds.filter((kind) => form.notifications[kind]),
    phone_notifications_limit: Number(form.messagesAnHour),
    stranger_notifications_limit: Number(form.newCustomersAnHour),
    sms_part_piastres: form.smsPartPrice === '' ? null : toPiastres(form.smsPartPrice),
    pay_link_hours: Number(form.payLinkHours),
  };
}
