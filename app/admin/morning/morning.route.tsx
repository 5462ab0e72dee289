import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { formatDays } from '#app/i18n/format.ts';
import { adminMorningTexts } from '#app/i18n/texts/admin-morning.ts';
import { Constants } from '#app/lib/database.types.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageOf } from '../ui/list/url-state.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { dayAfter, dayOf, shopDay } from '../ui/shop-time.ts';
import type { Route } from './+types/morning.route.ts';
import { FigureBoard } from './figure-board.tsx';
import { FigureRows } from './figure-rows.tsx';
import { readMailHour, readMorning, readMorningRows, rowsPerPage } from './morning-data.ts';
import { MorningMailField } from './morning-mail-field.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminMorningTexts()('title') });
}

/**
 * The figures of a day, `?day=`, by default yesterday, of all stores where the user works; `?figure=` shows the rows of one,
 * with `&store=` of one store.
 */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/morning']);
  const query = url.searchParams;
  const today = shopDay();
  const chosen = dayOf(query.get('day'));
  const day = chosen && chosen <= today ? chosen : dayAfter(today, -1);
  const figure = Constants.public.Enums.morning_figure.find((one) => one === query.get('figure'));
  if (!figure) {
    const [figures, hour] = await Promise.all([readMorning(day), readMailHour()]);
    return { show: 'board' as const, board: { figures, day, hour, isToday: day === today } };
  }
  const filter = { figure, tenantId: query.get('store') ?? undefined, day };
  const page = pageOf(query);
  const { rows, count } = await readMorningRows(filter, page);
  redirectToLastPage(query, { page, perPage: rowsPerPage, rowCount: rows.length, count });
  return { show: 'rows' as const, list: { filter, page, rows, count } };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function Morning({ loaderData }: Route.ComponentProps) {
  if (loaderData.show === 'rows') return <FigureRows {...loaderData.list} />;
  return <Board {...loaderData.board} />;
}

type BoardProps = Extract<Route.ComponentProps['loaderData'], { show: 'board' }>['board'];

function Board({ figures, day, hour, isToday }: BoardProps) {
  const t = adminMorningTexts();
  const dayLink = (to: string) => `${href('/admin/morning')}?day=${to}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHead title={t('title')}>
        <TextLink to={dayLink(dayAfter(day, -1))}>{t('dayBefore')}</TextLink>
        {isToday ? null : <TextLink to={dayLink(dayAfter(day, 1))}>{t('dayAfter')}</TextLink>}
      </ListHead>
      <p className="text-ink-soft">{t('lead', { day: formatDays(day, day) })}</p>
      {figures.length > 0 ? (
        <FigureBoard figures={figures} day={day} />
      ) : (
        <EmptyState title={t('nothingShown')}>{t('nothingShownWhy')}</EmptyState>
      )}
      <MorningMailField hour={hour} />
    </div>
  );
}
