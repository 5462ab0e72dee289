import { useState } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import { type Language, languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminMessagesTexts } from '#app/i18n/texts/admin-messages.ts';
import type { WordedKind } from '#app/lib/message-words.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { useRequest } from '../../ui/use-change.ts';
import { type MessagePreview, type PreviewOrder, previewMessage } from './message-texts-data.ts';

type MessagePreviewPanelProps = {
  kind: WordedKind;
  orders: readonly PreviewOrder[];
  /** The unsaved texts in a language, by key. */
  draftsOf: (language: Language) => Readonly<Record<string, string>>;
};

/** The mail and the text message as one of the store's orders would send them, in the words as they are typed. */
export function MessagePreviewPanel({ kind, orders, draftsOf }: MessagePreviewPanelProps) {
  const t = adminMessagesTexts();
  const { busy, request } = useRequest();
  const [orderId, setOrderId] = useState(orders[0]?.id ?? '');
  const [language, setLanguage] = useState<Language>(pageLanguage());
  const [preview, setPreview] = useState<MessagePreview | null>(null);
  const show = () =>
    request({
      run: () => previewMessage(orderId, kind, language, draftsOf(language)),
      onDone: setPreview,
      failed: t('previewFailed'),
    });
  return (
    <section
      aria-labelledby="preview"
      className="grid min-w-0 gap-4 rounded-card border bg-surface p-4 md:p-6 2xl:sticky 2xl:top-4"
    >
      <h2 id="preview" className="text-lg">
        {t('preview')}
      </h2>
      {orders.length === 0 ? (
        <p className="text-ink-soft">{t('noOrders')}</p>
      ) : (
        <>
          <SelectField
            label={t('order')}
            value={orderId}
            onChange={({ currentTarget }) => setOrderId(currentTarget.value)}
          >
            {orders.map((order) => (
              <option key={order.id} value={order.id}>
                {order.number} · {formatDateTime(order.created_at)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('language')}
            value={language}
            onChange={({ currentTarget }) =>
              setLanguage(languages.find((one) => one === currentTarget.value) ?? language)
            }
          >
            {languages.map((one) => (
              <option key={one} value={one}>
                {t(`language_${one}`)}
              </option>
            ))}
          </SelectField>
          <Button busy={busy} onClick={() => void show()} className="justify-self-start">
            {t('showPreview')}
          </Button>
        </>
      )}
      {preview ? (
        <div className="grid min-w-0 gap-3">
          <p className="wrap-anywhere">
            <span className="block text-ink-soft text-sm">{t('subject')}</span>
            <bdi className="font-semibold">{preview.subject}</bdi>
          </p>
          <iframe
            title={t('mail')}
            sandbox=""
            srcDoc={preview.html}
            className="h-96 w-full rounded-card border bg-white"
          />
          <div>
            <p className="text-ink-soft text-sm">{t('textMessage')}</p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-card bg-sunken p-3 text-sm">
              {preview.text}
            </p>
            <p className="mt-1 text-ink-soft text-sm">{t('parts', { count: preview.parts })}</p>
          </div>
        </div>
      ) : null}
    </section>
  );
}
