import { Coins } from 'lucide-react';
import { href } from 'react-router';
import { AccountFrame } from '#app/account/account-frame.tsx';
import { AccountSection } from '#app/account/account-section.tsx';
import { PointHistory } from '#app/account/point-history.tsx';
import { PointVouchers } from '#app/account/point-vouchers.tsx';
import { readPoints } from '#app/account/points-data.ts';
import { requireUser } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { currencyName, formatMoney } from '#app/i18n/format.ts';
import { pointsTexts } from '#app/i18n/texts/points.ts';
import { NotFound } from '#app/layout/not-found.tsx';
import { toPiastres } from '#app/lib/money.ts';
import { useRootData } from '#app/store/root-data.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import type { Route } from './+types/points.ts';
import { AccountError } from './account-error.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: pointsTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  return readPoints(user.id);
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

export default function Points({ loaderData }: Route.ComponentProps) {
  const t = pointsTexts();
  const { currency } = useBrand();
  const { points: rule } = useRootData().settings;
  if (!rule.enabled) return <NotFound />;
  const { points, redeemed, entries, vouchers } = loaderData;
  return (
    <AccountFrame title={t('title')}>
      <section className="stroked grid gap-2 rounded-card bg-tint p-5 text-on-tint sm:p-6">
        <p className="display text-title">{t('balance', { count: points })}</p>
        <p className="font-medium">
          {t('worth', { amount: formatMoney(points * toPiastres(rule.pointValue), currency) })}
        </p>
        <p className="text-sm">
          {t('earn', { count: rule.earnRate * 100, currency: currencyName(currency) })}
          {redeemed > 0 ? ` ${t('redeemedSoFar', { count: redeemed })}.` : ''}
        </p>
      </section>
      {entries.length === 0 ? (
        <BrandEmptyState
          icon={<Coins className="size-12" />}
          title={t('empty')}
          action={<LinkButton to={href('/shop')}>{t('toShop')}</LinkButton>}
        >
          {t('emptyWhy')}
        </BrandEmptyState>
      ) : (
        <>
          <PointVouchers balance={points} pointValue={rule.pointValue} vouchers={vouchers} />
          <AccountSection title={t('history')}>
            <PointHistory entries={entries} />
          </AccountSection>
        </>
      )}
    </AccountFrame>
  );
}
