import { useState } from 'react';
import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { languages } from '#app/i18n/languages.ts';
import { adminMessagesTexts } from '#app/i18n/texts/admin-messages.ts';
import { messageKinds, messageTexts, type WordedKind } from '#app/lib/message-words.ts';
import { pageMeta } from '#app/store/seo.ts';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import type { Route } from './+types/messages.route.ts';
import { MessageField } from './message-field.tsx';
import { MessagePreviewPanel } from './message-preview.tsx';
import {
  readDefaultTexts,
  readMessageTexts,
  readPartPrice,
  readPreviewOrders,
} from './message-texts-data.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminMessagesTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/settings/messages']);
  const [own, defaults, orders, partPrice] = await Promise.all([
    readMessageTexts(),
    readDefaultTexts(),
    readPreviewOrders(),
    readPartPrice(),
  ]);
  return { own, defaults, orders, partPrice };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The words of each message to customers, in both languages, beside a preview with one of the store's orders. */
export default function Messages({ loaderData: { own, defaults, orders, partPrice } }: Route.ComponentProps) {
  const t = adminMessagesTexts();
  const [kind, setKind] = useState<WordedKind>('placed');
  /** Texts that are not saved, by language and key; null for the default. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | null | undefined>>>({});
  const savedOf = (language: string, key: string) =>
    own.find((one) => one.language === language && one.key === key)?.body ?? null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={`${href('/admin/settings')}?tab=notifications`}>{t('back')}</TextLink>
      <ListHead title={t('title')} />
      <p className="max-w-prose text-ink-soft">{t('lead')}</p>
      <SelectField
        label={t('message')}
        className="max-w-md"
        value={kind}
        onChange={({ currentTarget }) => {
          const chosen = messageKinds.find((one) => one === currentTarget.value);
          if (chosen) setKind(chosen);
        }}
      >
        {messageKinds.map((one) => (
          <option key={one} value={one}>
            {t(`kind_${one}`)}
          </option>
        ))}
      </SelectField>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {messageTexts[kind].map((key) => (
            <section
              key={key}
              aria-labelledby={`text-${key}`}
              className="grid min-w-0 gap-4 rounded-card border bg-surface p-4 md:p-6"
            >
              <h2 id={`text-${key}`} className="text-lg">
                {t(`text_${key}`)}
              </h2>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
                {languages.map((language) => (
                  <MessageField
                    key={language}
                    of={key}
                    isSubject={key === kind}
                    language={language}
                    standard={defaults[language][key] ?? ''}
                    saved={savedOf(language, key)}
                    draft={drafts[`${language} ${key}`]}
                    partPrice={partPrice}
                    onDraft={(text) => setDrafts((before) => ({ ...before, [`${language} ${key}`]: text }))}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
        <MessagePreviewPanel
          kind={kind}
          orders={orders}
          draftsOf={(language) =>
            Object.fromEntries(
              messageTexts[kind].flatMap((key) => {
                const draft = drafts[`${language} ${key}`];
                return draft === undefined ? [] : [[key, draft ?? '']];
              }),
            )
          }
        />
      </div>
    </div>
  );
}
