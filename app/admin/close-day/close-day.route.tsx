import { Download, Printer } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { may } from '#app/auth/model.ts';
import { isAllStores, officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { formatDate, formatDateTime } from '#app/i18n/format.ts';
import { adminCloseDayTexts } from '#app/i18n/texts/admin-close-day.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { ChoiceField } from '../ui/list/choices.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { dayAfter, dayOf, shopDay } from '../ui/shop-time.ts';
import type { Route } from './+types/close-day.route.ts';
import { CountForm } from './count-form.tsx';
import { DayActs } from './day-acts.tsx';
import { dayRows } from './day-counts.ts';
import { type DayClose, type DayMoney, readDayActs, readDayCloses, readDayMoney } from './day-money.ts';
import { DayTable } from './day-table.tsx';
import { StoresDay } from './stores-day.tsx';
import { usePlaceName } from './use-place-name.ts';

/** Number of days before today to choose from, besides the closed ones. */
const daysBack = 14;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminCloseDayTexts()('title') });
}

/** The money of a day; `?day=2026-11-30` chooses one, by default today. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/close-day']);
  const today = shopDay();
  const asked = dayOf(url.searchParams.get('day'));
  const day = asked && asked < today ? asked : today;
  if (isAllStores()) {
    return { today, day, money: await readDayMoney(officeStores(user, 'money.see'), day), store: null };
  }
  const [money, acts, closes] = await Promise.all([
    readDayMoney([pageTenant()], day),
    readDayActs(day),
    readDayCloses(),
  ]);
  return { today, day, money, store: { acts, closes } };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function CloseDay({ loaderData: { today, day, money, store } }: Route.ComponentProps) {
  const t = adminCloseDayTexts();
  const [query, setQuery] = useSearchParams();
  const closes = store?.closes ?? [];
  const close = closes.find((one) => one.day === day);
  const dayLabel = (value: string) => {
    const name = formatDate(`${value}T12:00:00Z`);
    if (closes.some((one) => one.day === value)) return t('dayClosed', { day: name });
    return value === today ? t('today', { day: name }) : name;
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListHead title={t('title')} />
      <p className="max-w-prose text-ink-soft print:hidden">{t(store ? 'about' : 'aboutAll')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label={t('day')}
          value={day}
          options={daysToChoose(today, closes).map((value) => ({ value, label: dayLabel(value) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = new URLSearchParams(query);
            next.set('day', value);
            setQuery(next);
          }}
          className="w-64"
        />
        {store ? <DayPapers day={day} money={money} /> : null}
      </div>
      {store ? (
        <StoreDay key={day} day={day} money={money} close={close} lastClosed={closes[0]?.day ?? ''} />
      ) : (
        <StoresDay money={money} day={day} />
      )}
      {store && store.acts.length > 0 ? <DayActs acts={store.acts} /> : null}
    </div>
  );
}

/** Today, the days before it and the closed days, latest first. */
function daysToChoose(today: string, closes: readonly DayClose[]): string[] {
  const recent = Array.from({ length: daysBack + 1 }, (_, back) => dayAfter(today, -back));
  return [...new Set([...recent, ...closes.map(({ day }) => day)])].toSorted().toReversed();
}

/** The day as a file and on paper. */
function DayPapers({ day, money }: { day: string; money: DayMoney[] }) {
  const t = adminCloseDayTexts();
  const placeName = usePlaceName();
  const save = async () => {
    const { csvFile } = await import('../ui/list/csv-file.ts');
    const heads = [
      'place',
      'came',
      'went',
      'fees',
      'held',
      'expected',
      'counted',
      'difference',
      'note',
    ] as const;
    const rows = dayRows(money, placeName);
    saveFile(
      `${pageTenant()}-${day}-close.csv`,
      csvFile(
        heads.map((head) => t(head)),
        rows,
      ),
      'text/csv',
    );
  };
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {money.length > 0 ? (
        <Button variant="outline" onClick={() => void save()}>
          <Download aria-hidden="true" className="size-4" />
          {t('download')}
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => globalThis.print()}>
        <Printer aria-hidden="true" className="size-4" />
        {t('print')}
      </Button>
    </div>
  );
}

type StoreDayProps = { day: string; money: DayMoney[]; close: DayClose | undefined; lastClosed: string };

function StoreDay({ day, money, close, lastClosed }: StoreDayProps) {
  const t = adminCloseDayTexts();
  const { user } = useSession();
  const isOpen = !close && day > lastClosed;
  return (
    <>
      {close ? <Closed close={close} /> : null}
      {!close && !isOpen ? <p>{t('inLater')}</p> : null}
      {isOpen && money.length === 0 ? <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState> : null}
      {isOpen && may(user, 'money.settle_cash') ? <CountForm day={day} money={money} /> : null}
      {money.length > 0 && !(isOpen && may(user, 'money.settle_cash')) ? <DayTable money={money} /> : null}
    </>
  );
}

function Closed({ close }: { close: DayClose }) {
  const t = adminCloseDayTexts();
  const { closer: name, closed_at, note, statement_differences, payment_differences } = close;
  const when = formatDateTime(closed_at);
  return (
    <div className="grid gap-1">
      <p className="font-semibold">
        {name ? t('isClosed', { name, when }) : t('isClosedBySomebody', { when })}
      </p>
      {note ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      ) : null}
      {statement_differences > 0 ? (
        <p>{t('statementDifferences', { count: statement_differences })}</p>
      ) : null}
      {payment_differences > 0 ? <p>{t('paymentDifferences', { count: payment_differences })}</p> : null}
    </div>
  );
}
