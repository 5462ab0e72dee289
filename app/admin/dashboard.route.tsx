import { href, Link } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { AuthSpinner } from '#app/shell/auth-spinner.tsx';
import { pageMeta } from '#app/shell/seo.ts';
import type { Route } from './+types/dashboard.route.ts';
import { readWaiting } from './read-waiting.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminWords.dashboard });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  return readWaiting();
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AuthSpinner />;
}

export default function Dashboard({ loaderData: waiting }: Route.ComponentProps) {
  const t = useWords(adminWords);
  const tiles = [
    { label: t('toPrepare'), count: waiting.pending, to: `${href('/admin/orders')}?status=pending` },
    {
      label: t('awaitingPayment'),
      count: waiting.awaitingPayment,
      to: `${href('/admin/orders')}?status=awaiting_payment`,
    },
  ];
  return (
    <div className="grid gap-6">
      <h1 className="text-heading">{t('dashboard')}</h1>
      <section aria-labelledby="waiting">
        <h2 id="waiting" className="mb-3 text-lg">
          {t('waiting')}
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {tiles.map((tile) => (
            <li
              key={tile.label}
              className="stroked relative rounded-card bg-surface p-5 hover:border-ink-soft"
            >
              <p className="font-details font-semibold text-4xl tabular-nums">{tile.count}</p>
              <Link to={tile.to} className="text-ink-soft after:absolute after:inset-0">
                {tile.label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
