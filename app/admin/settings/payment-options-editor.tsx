import { zodResolver } from '@hookform/resolvers/zod';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { languageFacts, languages } from '#app/i18n/languages.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import type { Json } from '#app/lib/database.types.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { EditorFrame } from '../ui/edit/editor-frame.tsx';
import { useEditor } from '../ui/edit/use-editor.ts';
import { errorMessage } from '../ui/error-message.ts';
import {
  optionKeys,
  orderedPaymentOptions,
  paymentOptionsColumn,
  paymentOptionsForm,
  paymentOptionsValues,
} from './payment-options-form.ts';
import { type StoredGroup, saveSettings } from './settings-data.ts';

type PaymentOptionsEditorProps = { version: number | null; column: Json };

/** The checkout's payment options: which ones, their order, amounts and texts, and what is not configured. */
export function PaymentOptionsEditor({ version, column }: PaymentOptionsEditorProps) {
  const t = adminSettingsTexts();
  const { onlineOptions, ownProviders } = useRootData();
  const form = useForm({
    resolver: zodResolver(paymentOptionsForm()),
    defaultValues: paymentOptionsValues(column, onlineOptions),
  });
  const { register, watch, setValue, formState } = form;
  const opened: StoredGroup = { version, column };
  const editor = useEditor(form, {
    row: opened,
    formValues: (row) => paymentOptionsValues(row.column, onlineOptions),
    write: (values, base) => saveSettings(base, 'payment', paymentOptionsColumn(values, base.column)),
    saved: () => t('saved', { group: t('paymentOptions') }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const options = orderedPaymentOptions(watch());
  const move = (place: number, by: number) => {
    const next = [...options];
    const [moved = ''] = next.splice(place, 1);
    next.splice(place + by, 0, moved);
    setValue('order', next.join(' '), { shouldDirty: true });
  };
  const missing = Object.keys(optionKeys).filter((option) => !onlineOptions.includes(option));
  const errorOf = (name: string) => formState.errors[name]?.message;
  return (
    <section aria-labelledby="payment-options" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id="payment-options" className="text-lg">
          {t('paymentOptions')}
        </h2>
        <p className="text-ink-soft text-sm">{t('paymentOptionsWhy')}</p>
      </div>
      <EditorFrame
        editor={editor}
        labels={labelsOf(t, options)}
        save={t('save')}
        className="grid-cols-[minmax(0,1fr)] gap-4"
      >
        {options.map((option, place) => {
          const name = nameOf(t, option);
          return (
            <fieldset
              key={option}
              className="stroked grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-surface p-4"
            >
              <legend className="sr-only">{name}</legend>
              <div className="flex items-center justify-between gap-3">
                <Checkbox label={name} {...register(`${option}/offered`)} />
                <div className="flex gap-1">
                  <Button
                    variant="quiet"
                    size="icon"
                    disabled={place === 0}
                    aria-label={t('optionUp', { name })}
                    onClick={() => move(place, -1)}
                  >
                    <ArrowUp className="size-5" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    disabled={place === options.length - 1}
                    aria-label={t('optionDown', { name })}
                    onClick={() => move(place, 1)}
                  >
                    <ArrowDown className="size-5" />
                  </Button>
                </div>
              </div>
              <div className="grid items-start gap-3 sm:grid-cols-2">
                {(['from', 'to'] as const).map((end) => (
                  <TextField
                    key={end}
                    label={t(end === 'from' ? 'optionFrom' : 'optionTo', { name })}
                    inputMode="decimal"
                    optional
                    error={errorOf(`${option}/${end}`)}
                    {...register(`${option}/${end}`)}
                  />
                ))}
                {languages.map((language) => (
                  <TextField
                    key={language}
                    label={t('optionText', { name, language: languageFacts[language].name })}
                    maxLength={300}
                    optional
                    {...register(`${option}/${language}`)}
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
      </EditorFrame>
      {onlineOptions.length > 0 ? (
        <ul className="grid gap-1 text-ink-soft text-sm">
          {[...new Set(onlineOptions.map((option) => option.split('_')[0] ?? ''))].map((provider) => (
            <li key={provider}>
              {t(ownProviders.includes(provider) ? 'ownAccount' : 'sharedAccount', {
                provider: providerName(provider),
              })}
            </li>
          ))}
        </ul>
      ) : null}
      {missing.length > 0 ? (
        <div className="grid gap-2 rounded-card bg-warning-tint p-4 text-sm text-warning-text">
          <p className="font-semibold">{t('optionsNotSetUp')}</p>
          <ul className="grid gap-1">
            {missing.map((option) => (
              <li key={option}>
                {nameOf(t, option)}: <code className="wrap-anywhere">{optionKeys[option]}</code>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

type Translate = ReturnType<typeof adminSettingsTexts>;

/** Returns an option's name for staff, with its provider. */
function nameOf(t: Translate, option: string): string {
  if (option === 'cash_on_delivery') return t('payment_cashOnDelivery');
  if (option === 'bank_transfer') return t('payment_bankTransfer');
  const [provider = '', method] = option.split('_');
  const kind = method === 'wallet' || method === 'instalments' ? method : 'card';
  return t('optionName', {
    method: t(`option_${kind}`),
    provider: providerName(provider),
  });
}

const providerName = (provider: string) => provider.charAt(0).toUpperCase() + provider.slice(1);

/** Returns the labels of the fields, for conflicts. */
function labelsOf(t: Translate, options: readonly string[]): Record<string, string> {
  return {
    order: t('optionOrder'),
    ...Object.fromEntries(
      options.flatMap((option) => {
        const name = nameOf(t, option);
        return [
          [`${option}/offered`, name],
          [`${option}/from`, t('optionFrom', { name })],
          [`${option}/to`, t('optionTo', { name })],
          ...languages.map((language) => [
            `${option}/${language}`,
            t('optionText', { name, language: languageFacts[language].name }),
          ]),
        ];
      }),
    ),
  };
}
