import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminNewOrderTexts } from '#app/i18n/texts/admin-new-order.ts';
import { pageMeta } from '#app/store/seo.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import type { Route } from './+types/new-order.route.ts';
import { NewOrderForm } from './new-order-form.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminNewOrderTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/orders/new']);
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** An order that staff place for a customer who called, wrote or came. */
export default function NewOrder() {
  const t = adminNewOrderTexts();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={href('/admin/orders')}>{t('back')}</TextLink>
      <ListHead title={t('title')} />
      <NewOrderForm />
    </div>
  );
}
