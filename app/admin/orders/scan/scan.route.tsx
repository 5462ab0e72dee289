import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { may } from '#app/auth/model.ts';
import { officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { pageMeta } from '#app/store/seo.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { oneOf } from '../../ui/list/url-state.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';
import type { Route } from './+types/scan.route.ts';
import { FindByScan } from './find-by-scan.tsx';
import { HandOverByScan } from './hand-over-by-scan.tsx';
import { PackByScan } from './pack-by-scan.tsx';
import { ReceiveByScan } from './receive-by-scan.tsx';
import { findScanned, readCarrierRuns, readHandoverScans } from './scan-calls.ts';
import { cameraParam, ScannerBar } from './scanner-bar.tsx';
import { soundOf, type Word, WordPanel } from './word.tsx';

const works = ['find', 'pack', 'hand_over', 'receive'] as const;
const labels = { find: 'find', pack: 'pack', hand_over: 'handOver', receive: 'receive' } as const;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminScanTexts()('title') });
}

/** Scanning: `?work=pack`, `hand_over` or `receive`; `?code=` lists the orders of a code. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/orders/scan']);
  const asked = oneOf(works, url.searchParams.get('work'));
  const work = may(user, 'orders.pack') ? asked : 'find';
  const code = url.searchParams.get('code') ?? '';
  const packing = officeStores(user, 'orders.pack');
  const [matches, runs, scans] = await Promise.all([
    work === 'find' && code ? findScanned(officeStores(user, 'orders.see'), code) : [],
    work === 'hand_over' ? readCarrierRuns(packing) : [],
    work === 'hand_over' ? readHandoverScans(packing, user.id) : [],
  ]);
  return { work, code, matches, runs, scans, withCamera: url.searchParams.has(cameraParam) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Finds, packs, hands over and receives what is scanned. */
export default function ScanPage({
  loaderData: { work, code, matches, runs, scans, withCamera },
}: Route.ComponentProps) {
  const t = adminScanTexts();
  const navigate = useNavigate();
  const { user } = useSession();
  const [word, setWord] = useState<Word | null>(null);
  const say = (next: Word) => {
    setWord(next);
    soundOf(next);
  };
  const stores = officeStores(user, 'orders.pack');
  const contents = {
    find: <FindByScan code={code} matches={matches} say={say} />,
    pack: <PackByScan stores={stores} say={say} />,
    hand_over: <HandOverByScan stores={stores} runs={runs} scans={scans} say={say} />,
    receive: <ReceiveByScan stores={stores} receivesReturns={may(user, 'returns.decide')} say={say} />,
  };
  const show = (value: string) => {
    setWord(null);
    const query = value === 'find' ? '' : `?work=${value}`;
    return navigate(href('/admin/orders/scan') + query);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextLink to={href('/admin/orders')}>{t('back')}</TextLink>
      <PageTabs
        title={t('title')}
        value={work}
        onChange={show}
        tabs={works
          .filter((value) => value === 'find' || may(user, 'orders.pack'))
          .map((value) => ({
            value,
            label: t(labels[value]),
            content: (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <ScannerBar key={value} withCamera={withCamera} />
                <WordPanel word={word} />
                {contents[value]}
              </div>
            ),
          }))}
      />
    </div>
  );
}
