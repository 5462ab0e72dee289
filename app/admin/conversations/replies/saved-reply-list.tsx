import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useBrand } from '#app/brands/use-brand.ts';
import { type Language, languages } from '#app/i18n/languages.ts';
import { directionOf } from '#app/i18n/page-language.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminRepliesTexts } from '#app/i18n/texts/admin-replies.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import type { DeliveryFee } from '#app/store/facts.ts';
import { toastName } from '#app/ui/toast.ts';
import { FactNames } from '../../content/facts/fact-names.tsx';
import { useStoreFacts } from '../../content/facts/use-store-facts.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { TranslatedInput } from '../../ui/resource/inputs.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceList } from '../../ui/resource/resource-list.tsx';
import { addRow, saveRow } from '../../ui/resource/rows.ts';
import { filledReply, type ReplyFacts, replyFactNames, replyFacts } from './reply-facts.ts';
import { readSavedReplies, type SavedReply } from './saved-replies-data.ts';
import {
  replyTexts,
  type SavedReplyForm,
  savedReplyColumns,
  savedReplyForm,
  savedReplyFormValues,
} from './saved-reply-form.ts';

const column = columnsOf<SavedReply>();

/** The facts of an example, for previews in each language. */
function useExampleFacts(fees: readonly DeliveryFee[]): Record<Language, ReplyFacts> {
  const { texts } = useStoreFacts(fees);
  const { currency } = useBrand();
  return useMemo(() => {
    const shipment = { number: 1, state: 'handed_over', carrier_name: 'Bosta', tracking_number: '7234187' };
    const order = {
      number: '1001',
      total: 450,
      status: 'shipped' as const,
      slot_date: '2026-12-01',
      shipments: [{ ...shipment, tracking_url: 'https://bosta.co/tracking-shipments?n=7234187' }],
    };
    const of = (language: Language, name: string) =>
      replyFacts(texts[language], { name, order, currency }, language);
    return { en: of('en', 'Mona'), ar: of('ar', 'منى') };
  }, [texts, currency]);
}

/** What customers would read, in each language that the form has. */
function ReplyPreview({
  form,
  facts,
}: {
  form: UseFormReturn<SavedReplyForm, unknown, SavedReplyForm>;
  facts: Record<Language, ReplyFacts>;
}) {
  const t = adminRepliesTexts();
  const values = form.watch();
  const bodies = languages.map((language) => ({
    language,
    text: language === 'en' ? values.body : values.body_ar,
  }));
  return (
    <section aria-label={t('preview')} className="grid gap-3 rounded-card border border-dashed p-4">
      <p className="text-ink-soft text-sm">{t('previewWhy')}</p>
      {bodies.map(({ language, text }) =>
        text ? (
          <p
            key={language}
            lang={language}
            dir={directionOf(language)}
            className="wrap-anywhere whitespace-pre-line rounded-card bg-sunken px-3.5 py-2"
          >
            {filledReply(text, facts[language])}
          </p>
        ) : null,
      )}
    </section>
  );
}

/** The resource of the store's saved replies. */
function useSavedReplies(facts: Record<Language, ReplyFacts>): Resource<SavedReply, SavedReplyForm> {
  const t = adminRepliesTexts();
  const tAdmin = adminTexts();
  return useMemo(
    () => ({
      list: 'replies',
      entity: 'reply',
      title: t('title'),
      nameOf: (row) => translatedRow(row).title,
      sort: 'title',
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      columns: column.columns([
        column.accessor((row) => translatedRow(row).title, {
          id: 'title',
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor((row) => translatedRow(row).body, {
          id: 'body',
          header: t('text'),
          enableSorting: false,
          meta: { from: '2xl', hiddenWhenFolded: true, className: 'w-full max-w-0 truncate text-ink-soft' },
        }),
      ]),
      form: {
        schema: savedReplyForm,
        values: savedReplyFormValues,
        translated: replyTexts,
        labels: { title: t('name'), body: t('text') },
        fields: (form) => (
          <>
            <TranslatedInput name="title" />
            <TranslatedInput name="body" rows={6} />
            <FactNames
              names={replyFactNames}
              texts={facts}
              words={{ title: t('facts'), why: t('factsWhy') }}
            />
            <ReplyPreview form={form} facts={facts} />
          </>
        ),
        write: (values, base) =>
          base
            ? saveRow('saved_replies', base, savedReplyColumns(values, base), async (id) =>
                (await readSavedReplies()).find((one) => one.id === id),
              )
            : addRow('saved_replies', { ...savedReplyColumns(values, null), tenant_id: pageTenant() }),
        title: ({ kind }) => t(kind === 'edit' ? 'editTitle' : 'add'),
        save: () => t('save'),
        saved: ({ title }) => tAdmin('saved', { name: toastName(title) }),
        failed: (error) => {
          const isTaken = error instanceof BackendError && error.code === '23505';
          return `${t('saveFailed')}: ${isTaken ? t('twice') : errorMessage(error)}`;
        },
      },
      deletes: { table: 'saved_replies', failed: t('deleteFailed') },
    }),
    [t, tAdmin, facts],
  );
}

/** The store's saved replies, which staff insert in conversations. */
export function SavedReplyList({ replies, fees }: { replies: SavedReply[]; fees: DeliveryFee[] }) {
  return <ResourceList resource={useSavedReplies(useExampleFacts(fees))} rows={replies} />;
}
