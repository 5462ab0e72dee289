import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { type Language, languageFacts, languages } from '#app/i18n/languages.ts';
import { directionOf, pageLanguage } from '#app/i18n/page-language.ts';
import { adminRepliesTexts } from '#app/i18n/texts/admin-replies.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { foldText } from '#app/lib/folded-text.ts';
import type { DeliveryFee } from '#app/store/facts.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { readDeliveryFees, useStoreFacts } from '../../content/facts/use-store-facts.ts';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { useRequest } from '../../ui/use-change.ts';
import type { OpenConversation } from '../conversations-data.ts';
import { filledReply, type RepliedOrder, replyFacts, unfilledFacts } from './reply-facts.ts';
import {
  readCustomerLanguage,
  readRepliedOrders,
  readSavedReplies,
  type SavedReply,
} from './saved-replies-data.ts';

type Chosen = {
  replies: SavedReply[];
  orders: RepliedOrder[];
  fees: DeliveryFee[];
  language: Language;
};

type ReplyPickerProps = {
  conversation: OpenConversation['conversation'];
  onChoose: (text: string) => void;
};

/** Button that offers the store's saved replies, filled in with what is known of the customer and their order. */
export function ReplyPicker({ conversation, onChoose }: ReplyPickerProps) {
  const t = adminRepliesTexts();
  const brand = useBrand();
  const { busy, request } = useRequest();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { user_id: userId, email, language: written } = conversation;
  const open = () =>
    request({
      run: async () => {
        const [replies, orders, fees, own] = await Promise.all([
          readSavedReplies(),
          readRepliedOrders({ userId, email }),
          readDeliveryFees(),
          userId ? readCustomerLanguage(userId) : null,
        ]);
        const language =
          languages.find((one) => one === (written ?? own)) ?? brand.onlyLanguage ?? pageLanguage();
        return { replies, orders, fees, language };
      },
      onDone: setChosen,
      failed: t('readFailed'),
    });
  return (
    <>
      <Button variant="outline" size="small" busy={busy} onClick={() => void open()}>
        <MessageSquareText className="size-4" />
        {t('choose')}
      </Button>
      {chosen ? (
        <ReplyDialog
          {...chosen}
          name={conversation.name}
          onClose={() => setChosen(null)}
          onChoose={(text) => {
            setChosen(null);
            onChoose(text);
          }}
        />
      ) : null}
    </>
  );
}

type ReplyDialogProps = Chosen & { name: string; onClose: () => void; onChoose: (text: string) => void };

function ReplyDialog({
  replies,
  orders,
  fees,
  language: customers,
  name,
  onClose,
  onChoose,
}: ReplyDialogProps) {
  const t = adminRepliesTexts();
  const { currency } = useBrand();
  const { texts } = useStoreFacts(fees);
  const [language, setLanguage] = useState(customers);
  const [number, setNumber] = useState(orders[0]?.number ?? '');
  const [search, setSearch] = useState('');
  const order = orders.find((one) => one.number === number);
  const facts = replyFacts(texts[language], { name, order, currency }, language);
  const found = replies
    .map((reply) => translatedRow(reply, language))
    .filter(({ title, body }) => foldText(`${title} ${body}`).includes(foldText(search).trim()))
    .map(({ id, title, body }) => ({ id, title, text: filledReply(body, facts) }));
  return (
    <Dialog open onClose={onClose} title={t('choose')} description={t('chooseWhy')}>
      {replies.length === 0 ? (
        <EmptyState
          title={t('none')}
          action={<TextLink to={`${href('/admin/customers')}?tab=replies`}>{t('add')}</TextLink>}
        >
          {t('noneWhy')}
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          <div className="grid gap-3 sm:grid-cols-3">
            <TextField
              label={t('search')}
              type="search"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            <ChoiceField
              label={t('order')}
              value={number}
              onChange={({ currentTarget }) => setNumber(currentTarget.value)}
              options={[
                ...orders.map((one) => ({ value: one.number, label: one.number })),
                { value: '', label: t('noOrder') },
              ]}
            />
            <ChoiceField
              label={t('language')}
              value={language}
              onChange={({ currentTarget }) =>
                setLanguage(languages.find((one) => one === currentTarget.value) ?? customers)
              }
              options={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
            />
          </div>
          <ul className="grid gap-2">
            {found.map(({ id, title, text }) => {
              const missing = unfilledFacts(text);
              return (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => onChoose(text)}
                    className="stroked grid w-full gap-1 rounded-card bg-surface p-3 text-start hover:bg-sunken"
                  >
                    <bdi className="font-semibold">{title}</bdi>
                    <span
                      lang={language}
                      dir={directionOf(language)}
                      className="wrap-anywhere line-clamp-4 whitespace-pre-line text-sm"
                    >
                      {text}
                    </span>
                    {missing.length > 0 ? (
                      <span className="text-sm text-warning-text">
                        {t('missing', { facts: missing.map((one) => `{${one}}`).join(' ') })}
                      </span>
                    ) : null}
                  </button>
                </li>
              );
            })}
          </ul>
          {found.length === 0 ? <p className="text-ink-soft">{t('noneFound')}</p> : null}
        </div>
      )}
    </Dialog>
  );
}
