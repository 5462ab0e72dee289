import { ClipboardList, LayoutDashboard, Package, Settings, Users } from 'lucide-react';
import { href, NavLink } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { ThemeButton } from '#app/shell/theme-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { adminPages } from './admin-pages.ts';

const icons = {
  dashboard: LayoutDashboard,
  products: Package,
  orders: ClipboardList,
  settings: Settings,
  users: Users,
  newProduct: Package,
  editProduct: Package,
};

const item = ({ isActive }: { isActive: boolean }) =>
  classes(
    'flex min-h-11 items-center gap-3 rounded-field px-3',
    isActive ? 'bg-tint font-semibold text-on-tint' : 'hover:bg-sunken',
  );

/** Links to the pages of the back office and the ways out of it. */
export function AdminNav({ onLeave }: { onLeave?: () => void }) {
  const t = useWords(adminWords);
  const { user, signOut } = useSession();
  return (
    <div className="flex h-full flex-col gap-4">
      <nav aria-label={t('title')} className="flex flex-col gap-1">
        {adminPages(user?.role ?? 'user').map(({ to, word }) => {
          const Icon = icons[word];
          return (
            <NavLink key={to} to={to} className={item} onClick={onLeave}>
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {t(word)}
            </NavLink>
          );
        })}
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
    </div>
  );
}
