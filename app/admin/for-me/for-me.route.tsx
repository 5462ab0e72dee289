import { useEffect, useEffectEvent } from 'react';
import { href, Link } from 'react-router';
import { requireStaff } from '#app/auth/guards.ts';
import { may } from '#app/auth/model.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminWorkTexts } from '#app/i18n/texts/admin-work.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { subscribeToStaff } from '../live/staff-topics.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { type MeantForMe, markSeen, readForMe } from '../ui/assignment/for-me.ts';
import { noteText, readColleagueNames } from '../ui/assignment/mentions.ts';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageInOffice } from '../ui/office-stores.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { useChange } from '../ui/use-change.ts';
import type { Route } from './+types/for-me.route.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminWorkTexts()('forMe') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireStaff(request);
  const seesOrders = may(user, 'orders.see');
  const [items, names] = await Promise.all([readForMe(), seesOrders ? readColleagueNames() : {}]);
  return { items, names, seesOrders, seesConversations: may(user, 'customers.see') };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** What colleagues passed on to the signed-in person, and the notes that mention them. */
export default function ForMe({ loaderData }: Route.ComponentProps) {
  const { items, names, seesOrders, seesConversations } = loaderData;
  const t = adminWorkTexts();
  const { busy, change } = useChange();
  const refresh = useRefresh();
  const onEvent = useEffectEvent((event: string) => {
    if (event === 'assigned' || event === 'approval' || event === 'joined') refresh();
  });
  useEffect(() => {
    return subscribeToStaff((event) => onEvent(event));
  }, []);
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <ListHead title={t('forMe')}>
        {seesOrders ? (
          <LinkButton to={`${href('/admin/orders')}?whose=mine`} variant="outline" size="small">
            {t('myOrders')}
          </LinkButton>
        ) : null}
        {seesConversations ? (
          <LinkButton
            to={`${href('/admin/customers')}?tab=messages&whose=mine`}
            variant="outline"
            size="small"
          >
            {t('myConversations')}
          </LinkButton>
        ) : null}
        {items.some(({ is_seen }) => !is_seen) ? (
          <Button
            variant="outline"
            size="small"
            busy={busy}
            onClick={() => void change({ run: () => markSeen(), failed: t('notMarked') })}
          >
            {t('markAll')}
          </Button>
        ) : null}
      </ListHead>
      <p className="text-ink-soft">{t('forMeWhy')}</p>
      {items.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {items.map((item) => (
            <ItemRow
              key={`${item.kind} ${item.approval_request_id ?? item.order_id ?? item.conversation_id} ${item.at}`}
              item={item}
              names={names}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** How one's own request was decided. */
const decisions = ['approved', 'refused', 'ended'] as const;

const isRequest = (item: MeantForMe) => Boolean(item.approval_request_id);

function addressOf(item: MeantForMe): string {
  if (isRequest(item)) return href('/admin/requests');
  return item.kind === 'conversation'
    ? `${href('/admin/customers')}?tab=messages&conversation=${item.conversation_id}`
    : `${href('/admin/orders')}?order=${item.order_id}`;
}

const linkClasses = 'wrap-anywhere font-semibold text-link underline';

function ItemRow({ item, names }: { item: MeantForMe; names: Readonly<Record<string, string>> }) {
  const t = adminWorkTexts();
  const { kind, about, note, from_name: from, at } = item;
  const to = addressOf(item);
  const title = isRequest(item)
    ? t('request', { about })
    : kind === 'conversation'
      ? t('conversation', { subject: about })
      : t(kind === 'return' ? 'return' : 'order', { number: about });
  const mentioned = from ? t('mentioned', { name: from }) : t('mentionedYou');
  const decided = decisions.find((one) => one === kind);
  const gave =
    kind === 'request' ? t('toDecide', { name: from }) : from ? t('gave', { name: from }) : t('gaveSelf');
  return (
    <li className="stroked grid gap-1 rounded-card bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        {isAllStores() ? (
          <a href={pageInOffice(item.tenant_id, to)} className={linkClasses}>
            {title}
          </a>
        ) : (
          <Link to={to} className={linkClasses}>
            {title}
          </Link>
        )}
        {isAllStores() ? <StoreMark tenantId={item.tenant_id} className="text-sm" /> : null}
        {item.is_seen ? null : <Badge tone="brand">{t('new')}</Badge>}
      </p>
      {note ? (
        <p className="wrap-anywhere whitespace-pre-line">
          <bdi>{noteText(note, names)}</bdi>
        </p>
      ) : null}
      <p className="text-ink-soft text-sm">
        {decided ? t(decided, { name: from }) : kind === 'mention' ? mentioned : gave} · {formatDateTime(at)}
      </p>
    </li>
  );
}
