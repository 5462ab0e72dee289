import { href, NavLink, Outlet } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { AuthSpinner } from '#app/shell/auth-spinner.tsx';
import { pageMeta } from '#app/shell/seo.ts';
import { ThemeButton } from '#app/shell/theme-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/admin.route.ts';

export const handle = { frame: 'own' } satisfies RouteHandle;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminWords.title });
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireUser(request, 'admin');
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AuthSpinner />;
}

/** The frame of the back office: brand and pages at the side, the page beside it. */
export default function Admin() {
  const t = useWords(adminWords);
  const brand = useBrand();
  const { signOut } = useSession();
  const item = ({ isActive }: { isActive: boolean }) =>
    classes(
      'flex min-h-11 items-center rounded-field px-3',
      isActive ? 'bg-tint font-semibold text-on-tint' : 'hover:bg-sunken',
    );
  return (
    <div className="grid min-h-dvh md:grid-cols-[15rem_1fr]">
      <aside className="flex flex-col gap-4 border-b bg-surface p-4 md:border-e md:border-b-0">
        <p className="display text-xl">{brand.name}</p>
        <nav aria-label={t('title')} className="flex flex-wrap gap-1 md:flex-col">
          <NavLink to={href('/admin/dashboard')} className={item}>
            {t('dashboard')}
          </NavLink>
          <NavLink to={href('/admin/orders')} className={item}>
            {t('orders')}
          </NavLink>
        </nav>
        <div className="mt-auto flex flex-wrap items-center gap-2">
          <ThemeButton />
          <LinkButton to={href('/')} variant="quiet" size="small">
            {t('toStore')}
          </LinkButton>
          <Button variant="quiet" size="small" onClick={() => void signOut()}>
            {t('signOut')}
          </Button>
        </div>
      </aside>
      <main id="content" className="min-w-0 p-4 md:p-8">
        <Outlet />
      </main>
    </div>
  );
}
