import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { href, useSearchParams } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { dateFormat, formatNumber, localeOf } from '#app/i18n/format.ts';
import { adminMonthsTexts } from '#app/i18n/texts/admin-months.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { shopDay } from '../../ui/shop-time.ts';
import type { Route } from './+types/months.route.ts';
import {
  documentRows,
  type MonthFigures,
  monthOf,
  monthsBefore,
  readMonthFigures,
  vatRows,
} from './month-figures.ts';

/** Number of months to choose from, besides the current one. */
const mostMonths = 36;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminMonthsTexts()('title') });
}

/** A month's figures; `?month=2026-11` chooses one, by default the last complete month. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/reports/months']);
  const today = shopDay();
  const month = monthOf(url.searchParams.get('month'), today);
  return { month, today, figures: await readMonthFigures(month) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

const monthName = (month: string) =>
  dateFormat(localeOf(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

const vatParts = ['invoiced', 'credited', 'left'] as const;

export default function Months({ loaderData: { month, today, figures } }: Route.ComponentProps) {
  const t = adminMonthsTexts();
  const [query, setQuery] = useSearchParams();
  const { documents, vat, money, carriers } = figures;
  const isEmpty = documents.length + money.length + carriers.length === 0;
  const sums = [t('net'), t('tax'), t('total')];
  const save = async (name: string, heads: string[], rows: string[][]) => {
    const { csvFile } = await import('../../ui/list/csv-file.ts');
    saveFile(`${pageTenant()}-${month}-${name}.csv`, csvFile(heads, rows), 'text/csv');
  };
  const saveDocuments = () =>
    save(
      'documents',
      [
        t('number'),
        t('document'),
        t('date'),
        t('order'),
        t('customer'),
        t('corrects'),
        t('percent'),
        ...sums,
      ],
      documentRows(figures, { invoice: t('invoice'), credit_note: t('credit_note') }),
    );
  const saveVat = () =>
    save(
      'vat',
      [t('percent'), ...vatParts.flatMap((part) => sums.map((sum) => `${t(part)}: ${sum}`))],
      vatRows(figures),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={href('/admin/reports')}>{t('back')}</TextLink>
      <ListHead title={t('title')} />
      <p className="max-w-prose text-ink-soft">{t('about')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label={t('month')}
          value={month}
          options={monthsBefore(today, mostMonths).map((value) => ({ value, label: monthName(value) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = new URLSearchParams(query);
            next.set('month', value);
            setQuery(next);
          }}
          className="w-56"
        />
        {documents.length > 0 ? (
          <>
            <Button variant="outline" onClick={() => void saveDocuments()}>
              <Download aria-hidden="true" className="size-4" />
              {t('download')}
            </Button>
            <Button variant="outline" onClick={() => void saveVat()}>
              <Download aria-hidden="true" className="size-4" />
              {t('downloadVat')}
            </Button>
          </>
        ) : null}
      </div>
      {month === today.slice(0, 7) ? <p>{t('running')}</p> : null}
      {isEmpty ? <EmptyState title={t('none')} /> : null}
      {documents.length > 0 ? <p>{t('documentCount', { count: documents.length })}</p> : null}
      <Vat vat={vat} />
      <Money money={money} />
      <Carriers carriers={carriers} />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Amount({ pounds }: { pounds: number }) {
  const { currency } = useBrand();
  return (
    <Cell className="whitespace-nowrap text-end font-details tabular-nums">
      {formatPounds(pounds, currency)}
    </Cell>
  );
}

function Vat({ vat }: Pick<MonthFigures, 'vat'>) {
  const t = adminMonthsTexts();
  if (vat.length === 0) return null;
  return (
    <Section title={t('vat')}>
      <Table caption={t('vat')}>
        <thead>
          <tr>
            <HeadCell>{t('rate')}</HeadCell>
            <HeadCell>{t('kind')}</HeadCell>
            <HeadCell className="text-end">{t('net')}</HeadCell>
            <HeadCell className="text-end">{t('tax')}</HeadCell>
            <HeadCell className="text-end">{t('total')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {vat.flatMap(({ rate, ...sums }) =>
            vatParts.map((part) => (
              <tr key={`${rate} ${part}`} className={part === 'left' ? 'font-semibold' : undefined}>
                <Cell className="whitespace-nowrap">{formatNumber(rate)}%</Cell>
                <Cell>{t(part)}</Cell>
                <Amount pounds={sums[part].net} />
                <Amount pounds={sums[part].tax} />
                <Amount pounds={sums[part].total} />
              </tr>
            )),
          )}
        </tbody>
      </Table>
    </Section>
  );
}

function Money({ money }: Pick<MonthFigures, 'money'>) {
  const t = adminMonthsTexts();
  const tOrders = ordersTexts();
  if (money.length === 0) return null;
  return (
    <Section title={t('money')}>
      <Table caption={t('money')}>
        <thead>
          <tr>
            <HeadCell>{t('kind')}</HeadCell>
            <HeadCell>{t('method')}</HeadCell>
            <HeadCell className="text-end">{t('entries')}</HeadCell>
            <HeadCell className="text-end">{t('amount')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {money.map(({ kind, method, entries, amount }) => (
            <tr key={`${kind} ${method}`}>
              <Cell>{t(kind)}</Cell>
              <Cell>{method ? tOrders(method) : ''}</Cell>
              <Cell className="text-end font-details tabular-nums">{formatNumber(entries)}</Cell>
              <Amount pounds={amount} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function Carriers({ carriers }: Pick<MonthFigures, 'carriers'>) {
  const t = adminMonthsTexts();
  if (carriers.length === 0) return null;
  return (
    <Section title={t('carriers')}>
      <Table caption={t('carriers')}>
        <thead>
          <tr>
            <HeadCell>{t('carrier')}</HeadCell>
            <HeadCell className="text-end">{t('amount')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {carriers.map(({ carrier, amount }) => (
            <tr key={carrier}>
              <Cell>
                <bdi>{carrier || t('unnamed')}</bdi>
              </Cell>
              <Amount pounds={amount} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
