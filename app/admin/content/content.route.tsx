import { href, useNavigate } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import adminContentMessages from '#app/i18n/messages/en/admin-content.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { AdminError } from '../kit/admin-error.tsx';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import { PageTabs } from '../kit/page-tabs.tsx';
import type { Route } from './+types/content.route.ts';
import { ContentTab } from './content-tab.tsx';
import { contentTabOf, contentTabs, readContent } from './read-content.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'admin-content', adminContentMessages)('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  return readContent(url.searchParams);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The store's content apart from products, one kind per tab. */
export default function Content({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('admin-content', adminContentMessages);
  const navigate = useNavigate();
  return (
    <PageTabs
      title={t('title')}
      value={loaderData.tab}
      onChange={(value) => navigate(`${href('/admin/content')}?tab=${contentTabOf(value)}`)}
      tabs={contentTabs.map((value) => ({
        value,
        label: t(value),
        content: value === loaderData.tab ? <ContentTab content={loaderData} /> : <ListSkeleton />,
      }))}
    />
  );
}
