import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { href } from 'react-router';
import { z } from 'zod';
import { governorates } from '#app/addresses/governorates.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { withoutIsolation } from '#app/i18n/isolation.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { orderMailsTexts } from '#app/i18n/texts/order-mails.ts';
import { absoluteUrl } from '#app/lib/absolute-url.ts';
import { toPiastres } from '#app/lib/money.ts';
import { partsOf, textMessage } from '#app/lib/text-message.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { EditorFrame } from '../ui/edit/editor-frame.tsx';
import { useEditor } from '../ui/edit/use-editor.ts';
import { errorMessage } from '../ui/error-message.ts';
import { readNotificationChannels, readOrderRules, type StoredOrderRules } from './order-rules-data.ts';
import {
  callsEndings,
  callWaits,
  depositUnits,
  notificationKinds,
  type OrderRulesForm,
  orderRulesColumns,
  orderRulesFields,
  orderRulesForm,
  orderRulesValues,
  requirements,
} from './order-rules-form.ts';
import { saveStaffColumns } from './staff-data.ts';

const channels = z.array(z.enum(['whatsapp', 'sms']));

/** Form of the requirements for cash orders, and of the notifications to phones. */
export function OrderRules({ stored }: { stored: StoredOrderRules }) {
  const t = adminSettingsTexts();
  const form = useForm<OrderRulesForm>({
    resolver: zodResolver(orderRulesForm),
    defaultValues: orderRulesValues(stored),
  });
  const { register, formState, control } = form;
  const { errors } = formState;
  const asked = useWatch({ control, name: 'governorate' });
  const [bySms, partPrice] = useWatch({ control, name: ['sms', 'smsPartPrice'] });
  const price = orderRulesFields.shape.smsPartPrice.safeParse(partPrice).data ?? '';
  const tPlaces = governoratesTexts();
  const editor = useEditor(form, {
    row: stored,
    formValues: orderRulesValues,
    write: (values, base) => saveStaffColumns(base, orderRulesColumns(values), readOrderRules),
    saved: () => t('saved', { group: t('orders') }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const labels = {
    firstOrder: t('rule_firstOrder'),
    amount: t('rule_amount'),
    amountFrom: t('rule_amountFrom'),
    refusals: t('rule_refusals'),
    refusalsFrom: t('rule_refusalsFrom'),
    governorate: t('rule_governorate'),
    places: t('rule_governorates'),
    deposit: t('rule_deposit'),
    depositUnit: t('rule_depositUnit'),
    hours: t('rule_hours'),
    payLinkHours: t('payLinkHours'),
    firstCallWait: t('callWait_first'),
    secondCallWait: t('callWait_second'),
    thirdCallWait: t('callWait_third'),
    callsEnding: t('callsEnding'),
    whatsapp: t('tellByWhatsApp'),
    sms: t('tellBySms'),
    notifications: t('notifications'),
    messagesAnHour: t('messagesAnHour'),
    newCustomersAnHour: t('newCustomersAnHour'),
    smsPartPrice: t('smsPartPrice'),
  };
  const asks = (name: 'firstOrder' | 'amount' | 'refusals' | 'governorate') => (
    <SelectField label={labels[name]} {...register(name)}>
      {requirements.map((one) => (
        <option key={one} value={one}>
          {t(`require_${one}`)}
        </option>
      ))}
    </SelectField>
  );
  const callsAfter = (name: 'firstCallWait' | 'secondCallWait' | 'thirdCallWait') => (
    <SelectField label={labels[name]} {...register(name)}>
      {callWaits.map((one) => (
        <option key={one} value={one}>
          {t(`callWait_${one}`)}
        </option>
      ))}
    </SelectField>
  );
  const types = (name: 'amountFrom' | 'refusalsFrom' | 'hours' | 'deposit') => (
    <TextField
      label={labels[name]}
      inputMode={name === 'amountFrom' || name === 'deposit' ? 'decimal' : 'numeric'}
      optional
      error={errors[name]?.message}
      {...register(name)}
    />
  );
  const limits = (name: 'payLinkHours' | 'messagesAnHour' | 'newCustomersAnHour', hint: string) => (
    <TextField
      label={labels[name]}
      hint={hint}
      inputMode="numeric"
      error={errors[name]?.message}
      {...register(name)}
    />
  );
  return (
    <EditorFrame main editor={editor} labels={labels} save={t('save')} className="gap-4 sm:grid-cols-2">
      <h2 className="font-semibold text-lg sm:col-span-2">{t('cashRules')}</h2>
      <p className="text-ink-soft sm:col-span-2">{t('cashRulesLead')}</p>
      {asks('firstOrder')}
      {types('hours')}
      {asks('amount')}
      {types('amountFrom')}
      {asks('refusals')}
      {types('refusalsFrom')}
      {asks('governorate')}
      {asked === 'none' ? null : (
        <fieldset className="grid sm:col-span-2 sm:grid-cols-3">
          <legend className="font-semibold">{labels.places}</legend>
          {governorates
            .map((name) => ({ name, label: tPlaces(name) }))
            .toSorted((one, other) => one.label.localeCompare(other.label))
            .map(({ name, label }) => (
              <Checkbox key={name} label={label} {...register(`places.${name}`)} />
            ))}
        </fieldset>
      )}
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
        {types('deposit')}
        <SelectField label={labels.depositUnit} {...register('depositUnit')}>
          {depositUnits.map((unit) => (
            <option key={unit} value={unit}>
              {t(`deposit_${unit}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <h2 className="font-semibold text-lg sm:col-span-2">{t('payLinks')}</h2>
      {limits('payLinkHours', t('payLinkHoursHint'))}
      <h2 className="font-semibold text-lg sm:col-span-2">{t('calls')}</h2>
      <p className="text-ink-soft sm:col-span-2">{t('callsLead')}</p>
      {callsAfter('firstCallWait')}
      {callsAfter('secondCallWait')}
      {callsAfter('thirdCallWait')}
      <SelectField label={labels.callsEnding} {...register('callsEnding')}>
        {callsEndings.map((one) => (
          <option key={one} value={one}>
            {t(`callsEnding_${one}`)}
          </option>
        ))}
      </SelectField>
      <h2 className="font-semibold text-lg sm:col-span-2">{t('phoneNotifications')}</h2>
      <p className="text-ink-soft sm:col-span-2">{t('phoneNotificationsLead')}</p>
      <Checkbox label={labels.whatsapp} {...register('whatsapp')} />
      <Checkbox label={labels.sms} hint={t('smsParts')} {...register('sms')} />
      <TextField
        label={labels.smsPartPrice}
        hint={t('smsPartPriceHint')}
        inputMode="decimal"
        optional
        error={errors.smsPartPrice?.message}
        {...register('smsPartPrice')}
      />
      <MissingChannels />
      <fieldset className="grid sm:col-span-2 sm:grid-cols-2">
        <legend className="font-semibold">{labels.notifications}</legend>
        {notificationKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`tell_${kind}`)}
            hint={bySms ? <TextPreview kind={kind} partPrice={toPiastres(price)} /> : undefined}
            {...register(`notifications.${kind}`)}
          />
        ))}
      </fieldset>
      {limits('messagesAnHour', t('messagesAnHourHint'))}
      {limits('newCustomersAnHour', t('newCustomersAnHourHint'))}
    </EditorFrame>
  );
}

type TextPreviewProps = {
  kind: (typeof notificationKinds)[number];
  /** Price of an SMS part, in piastres; 0 until entered. */
  partPrice: number;
};

/** Preview of a text message in the page's language, with its number of SMS parts and their price. */
function TextPreview({ kind, partPrice }: TextPreviewProps) {
  const t = adminSettingsTexts();
  const tMails = orderMailsTexts();
  const { id: tenantId, name: store, currency } = useBrand();
  const { origin, sharedHost } = useRootData();
  const number = `${tenantId.slice(0, 2).toUpperCase()}-00000-00000`;
  const page = absoluteUrl(
    { tenantId, origin, sharedHost, language: pageLanguage() },
    href('/account/orders/:id', { id: number }),
  );
  const text = textMessage([withoutIsolation(tMails(kind, { number, store })), page]);
  return (
    <>
      <bdi className="wrap-anywhere">{text}</bdi> · {t('textParts', { count: partsOf(text) })}
      {partPrice > 0 ? <> · {formatMoney(partsOf(text) * partPrice, currency)}</> : null}
    </>
  );
}

/** Lists the phone channels that are not configured on the server. */
function MissingChannels() {
  const t = adminSettingsTexts();
  const [ready, setReady] = useState<z.infer<typeof channels>>();
  useEffect(() => {
    readNotificationChannels().then(
      (found) => setReady(channels.safeParse(found).data ?? []),
      () => {},
    );
  }, []);
  if (!ready || ready.length === 2) return null;
  return (
    <ul className="grid gap-1 rounded-card bg-warning-tint p-4 text-warning-text sm:col-span-2">
      {ready.includes('whatsapp') ? null : <li>{t('whatsAppNotSetUp')}</li>}
      {ready.includes('sms') ? null : <li>{t('smsNotSetUp')}</li>}
    </ul>
  );
}
