import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button, buttonClasses } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { InStoreButton } from '../../ui/in-store-button.tsx';
import { Choices } from '../../ui/list/choices.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { StoreFilter } from '../../ui/list/store-filter.tsx';
import { oneOf } from '../../ui/list/url-state.ts';
import { useListQuery } from '../../ui/list/use-list-query.ts';
import { shownStores } from '../../ui/office-stores.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Route } from './+types/drafts.route.ts';
import { cancelDraft, type DraftRow, readDrafts } from './pay-link-calls.ts';
import { PayLinkControls } from './pay-link-controls.tsx';

const states = ['open', 'paid', 'expired', 'cancelled'] as const;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminPayLinksTexts()('drafts') });
}

const capability = pageCapabilities['/admin/orders/drafts'];

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/orders/drafts']);
  const stores = shownStores(user, capability, url.searchParams);
  return { drafts: await readDrafts(stores, oneOf(['', ...states], url.searchParams.get('state'))) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Drafts: offers to customers with their links to pay, by state; in the office of all stores with their store's mark. */
export default function Drafts({ loaderData: { drafts } }: Route.ComponentProps) {
  const t = adminPayLinksTexts();
  const { query, change } = useListQuery();
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={href('/admin/orders')}>{t('back')}</TextLink>
      <ListHead title={t('drafts')}>
        <Choices
          choices={[
            {
              name: 'state',
              label: t('state'),
              hideLabel: true,
              className: 'w-40',
              options: [
                { value: '', label: t('all') },
                ...states.map((value) => ({ value, label: t(`state_${value}`) })),
              ],
            },
          ]}
          query={query}
          onChoose={change}
        />
        <InStoreButton to={href('/admin/orders/new')} capability={capability}>
          {t('newOrder')}
        </InStoreButton>
      </ListHead>
      <StoreFilter capability={capability} />
      <p className="text-ink-soft">{t('draftsLead')}</p>
      {drafts.length === 0 ? (
        <EmptyState title={t('noDrafts')}>{t('noDraftsText')}</EmptyState>
      ) : (
        <ul className="grid gap-4">
          {drafts.map((draft) => (
            <Draft key={draft.id} draft={draft} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Draft({ draft }: { draft: DraftRow }) {
  const t = adminPayLinksTexts();
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const name = draft.customer_name || draft.phone;
  const [link] = draft.links;
  return (
    <li aria-label={name} className="stroked grid gap-3 rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="wrap-anywhere text-lg">
          <bdi>{name}</bdi>
        </h2>
        <span className="font-details font-semibold tabular-nums">{formatPounds(draft.total, currency)}</span>
        {isAllStores() ? <StoreMark tenantId={draft.tenant_id} className="w-full text-sm" /> : null}
        <p className="w-full text-ink-soft text-sm">
          {[
            t('pieces', { count: draft.pieces }),
            formatDateTime(draft.created_at),
            draft.draft_reserved_until
              ? t('reservedUntil', { time: formatDateTime(draft.draft_reserved_until) })
              : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {link ? (
        <PayLinkControls
          link={link}
          tenantId={draft.tenant_id}
          customerId={draft.user_id}
          amount={draft.total}
          phone={draft.phone}
        />
      ) : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {draft.order_id ? (
          <RowLink
            tenantId={draft.tenant_id}
            to={`${href('/admin/orders')}?order=${draft.order_id}`}
            className={buttonClasses('outline', 'small')}
          >
            {t('toOrder')}
          </RowLink>
        ) : null}
        {draft.draft_state === 'open' || draft.draft_state === 'expired' ? (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            onClick={() =>
              void change({
                run: () => cancelDraft(draft.id),
                done: t('draftCancelled'),
                failed: t('draftNotCancelled'),
              })
            }
          >
            {t('draftCancel')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
