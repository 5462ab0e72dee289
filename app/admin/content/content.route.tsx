import { href, useNavigate } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { pageMeta } from '#app/store/seo.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Route } from './+types/content.route.ts';
import { Banners } from './banners/banner-list.tsx';
import { DealList } from './deals/deal-list.tsx';
import { Discounts } from './discounts/discount-list.tsx';
import { Questions } from './faq/question-list.tsx';
import { LegalTexts } from './legal-texts.tsx';
import { Offers } from './offers/offer-list.tsx';
import { type ContentData, contentTabs, readContent } from './read-content.ts';
import { ReviewList } from './reviews/review-list.tsx';
import { TranslationProgress } from './translations/translation-progress.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminContentTexts()('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/content']);
  return readContent(url.searchParams);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The store's content apart from products, with one kind per tab. */
export default function Content({ loaderData }: Route.ComponentProps) {
  const t = adminContentTexts();
  const navigate = useNavigate();
  return (
    <PageTabs
      title={t('title')}
      value={loaderData.tab}
      onChange={(value) => navigate(`${href('/admin/content')}?tab=${value}`)}
      tabs={contentTabs.map((value) => ({
        value,
        label: t(value),
        content: value === loaderData.tab ? <ContentTab content={loaderData} /> : <ListSkeleton />,
      }))}
    />
  );
}

function ContentTab({ content }: { content: ContentData }) {
  if (content.tab === 'banners') return <Banners banners={content.banners} />;
  if (content.tab === 'codes') return <Discounts {...content} />;
  if (content.tab === 'offers') return <Offers {...content} />;
  if (content.tab === 'deals') return <DealList {...content} />;
  if (content.tab === 'reviews') return <ReviewList {...content} />;
  if (content.tab === 'translations') return <TranslationProgress counts={content.counts} />;
  if (content.tab === 'faq') return <Questions {...content} />;
  return <LegalTexts {...content} />;
}
