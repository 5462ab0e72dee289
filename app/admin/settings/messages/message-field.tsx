import { useId, useMemo } from 'react';
import { href } from 'react-router';
import { mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import type { Language } from '#app/i18n/languages.ts';
import { directionOf } from '#app/i18n/page-language.ts';
import { adminMessagesTexts } from '#app/i18n/texts/admin-messages.ts';
import { absoluteUrl } from '#app/lib/absolute-url.ts';
import { factProblems, factsIn, factsOf, type MessageKey } from '#app/lib/message-words.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { partsOf, textMessage } from '#app/lib/text-message.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';
import { ChipField } from './chip-field.tsx';
import { saveMessageText } from './message-texts-data.ts';

type MessageFieldProps = {
  of: MessageKey;
  /** Whether text messages and WhatsApp send it too. */
  isSubject: boolean;
  language: Language;
  /** The default text. */
  standard: string;
  /** The store's own text; null for the default. */
  saved: string | null;
  /** What was typed since; null for the default, undefined for nothing. */
  draft: string | null | undefined;
  /** Price of a part of a text message, in piastres; null until it is set. */
  partPrice: number | null;
  onDraft: (text: string | null | undefined) => void;
};

/** One text of a message in one language: its words with facts as chips, what is amiss, and the way back to the default. */
export function MessageField(props: MessageFieldProps) {
  const { of, isSubject, language, standard, saved, draft, partPrice, onDraft } = props;
  const t = adminMessagesTexts();
  const { user } = useSession();
  const { busy, change } = useChange();
  const notes = useId();
  const own = draft === undefined ? saved : draft;
  const text = own ?? standard;
  const isDefault = text === standard;
  const isDirty = draft !== undefined && (draft ?? standard) !== (saved ?? standard);
  useDirtyForm(isDirty);
  const facts = useMemo(
    () => factsOf(standard).map((name) => ({ name, label: factLabel(name, t) })),
    [standard, t],
  );
  const nameOf = (name: string) => facts.find((fact) => fact.name === name)?.label ?? `{${name}}`;
  const { missing, unknown } = factProblems(standard, text);
  const isEmpty = text.trim() === '';
  const mayChange = mayIn(user, pageTenant(), 'notifications.change');
  const save = (body: string | null) =>
    change({
      run: () => saveMessageText(of, language, body),
      onDone: () => onDraft(undefined),
      done: t(body === null ? 'defaultAgain' : 'saved'),
      failed: t('notSaved'),
    });
  return (
    <div className="grid min-w-0 content-start gap-3">
      <ChipField
        label={t(`language_${language}`)}
        value={text}
        facts={facts}
        dir={directionOf(language)}
        lang={language}
        invalid={isEmpty || unknown.length > 0}
        describedBy={notes}
        insertLabel={t('insert')}
        onChange={onDraft}
      />
      <div id={notes} role="status" className="grid gap-2 text-sm">
        {isEmpty ? <p className="text-danger-text">{t('empty')}</p> : null}
        {missing.length > 0 && !isEmpty ? (
          <p className="rounded-card bg-warning-tint p-2 text-warning-text">
            {t('missing', { facts: missing.map(nameOf).join(', ') })}
          </p>
        ) : null}
        {unknown.length > 0 ? (
          <p className="rounded-card bg-danger-tint p-2 text-danger-text">
            {t('unknown', { facts: unknown.map((name) => `{${name}}`).join(', ') })}
          </p>
        ) : null}
        {isSubject ? <Parts text={text} standard={standard} language={language} price={partPrice} /> : null}
      </div>
      {isDefault ? (
        <p>
          <Badge>{t('isDefault')}</Badge>
        </p>
      ) : (
        <div className="grid gap-1 text-sm">
          <p className="font-semibold">{t('theDefault')}</p>
          <Difference standard={standard} text={text} language={language} nameOf={nameOf} />
        </div>
      )}
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            busy={busy}
            disabled={!isDirty || isEmpty || unknown.length > 0}
            onClick={() => void save(isDefault ? null : text.trim())}
          >
            {t('save')}
          </Button>
          {isDefault ? null : (
            <Button
              size="small"
              variant="outline"
              disabled={busy}
              onClick={() => (saved === null ? onDraft(undefined) : void save(null))}
            >
              {t('useDefault')}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}

type DifferenceProps = {
  standard: string;
  text: string;
  language: Language;
  nameOf: (fact: string) => string;
};

/** The default text, with the words that the store's own lacks marked. */
function Difference({ standard, text, language, nameOf }: DifferenceProps) {
  const has = new Set(text.split(/\s+/));
  return (
    <p lang={language} dir={directionOf(language)} className="text-ink-soft">
      {standard.split(/(\s+)/).map((word, place) => {
        const shown = word.replace(/\{([a-z_]+)\}/g, (_, name: string) => nameOf(name));
        const key = `${place} ${word}`;
        return word.trim() === '' || has.has(word) ? (
          <span key={key}>{shown}</span>
        ) : (
          <mark key={key} className="bg-warning-tint text-warning-text">
            {shown}
          </mark>
        );
      })}
    </p>
  );
}

type PartsProps = { text: string; standard: string; language: Language; price: number | null };

/** In how many parts a text message with these words is sent, and what they cost; warns if they are more than the default's. */
function Parts({ text, standard, language, price }: PartsProps) {
  const t = adminMessagesTexts();
  const { id: tenantId, name: store, currency } = useBrand();
  const { origin, sharedHost } = useRootData();
  const number = `${tenantId.slice(0, 2).toUpperCase()}-00000-00000`;
  const page = absoluteUrl(
    { tenantId, origin, sharedHost, language },
    href('/account/orders/:id', { id: number }),
  );
  const values: Readonly<Record<string, string>> = {
    number,
    store,
    name: t('sampleName'),
    total: formatMoney(100_000, currency, language),
  };
  const count = (words: string) =>
    partsOf(
      textMessage([
        factsIn(words).reduce((said, name) => said.replaceAll(`{${name}}`, values[name] ?? ''), words),
        page,
      ]),
    );
  const parts = count(text);
  const cost = price ? ` ${t('partsCost', { amount: formatMoney(parts * price, currency) })}` : '';
  return parts > count(standard) ? (
    <p className="rounded-card bg-warning-tint p-2 text-warning-text">
      {t('moreParts', { count: parts, before: String(count(standard)) })}
      {cost}
    </p>
  ) : (
    <p className="text-ink-soft">
      {t('parts', { count: parts })}
      {cost}
    </p>
  );
}

/** The names of facts in words. */
const labels = {
  store: 'fact_store',
  number: 'fact_number',
  name: 'fact_name',
  total: 'fact_total',
  amount: 'fact_amount',
  time: 'fact_time',
  rest: 'fact_rest',
  days: 'fact_days',
  reason: 'fact_reason',
} as const;

function factLabel(name: string, t: ReturnType<typeof adminMessagesTexts>): string {
  const found = Object.entries(labels).find(([fact]) => fact === name);
  return found ? t(found[1]) : name;
}
