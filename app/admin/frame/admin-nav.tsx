import { AtSign, LogOut, Store } from 'lucide-react';
import { href, Link, NavLink, useLocation } from 'react-router';
import { may } from '#app/auth/model.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useSignOut } from '#app/auth/use-sign-out.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { officeAddress } from '#app/lib/office-address.ts';
import { pageOffice } from '#app/lib/page-tenant.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { ThemeButton } from '#app/ui/theme-button.tsx';
import { version } from '../../../package.json';
import { readPreviewToken } from '../doors/doors-data.ts';
import { useApprovalCount } from '../live/approval-requests.ts';
import { useNewOrders } from '../live/new-orders.ts';
import { useUnreadMessages } from '../live/unread-messages.ts';
import { adminPages } from '../ui/admin-pages.ts';
import { useForMe } from '../ui/assignment/for-me.ts';
import { useRequest } from '../ui/use-change.ts';
import { OfficeLanguage } from './office-language.tsx';

const item = ({ isActive }: { isActive: boolean }) =>
  classes(
    'flex min-h-11 items-center gap-3 rounded-field px-3',
    isActive ? 'bg-tint font-semibold text-on-tint' : 'hover:bg-sunken',
  );

/** Navigation of the back office, with links to the store and sign-out. */
export function AdminNav({ onLeave }: { onLeave?: () => void }) {
  const t = adminTexts();
  const { user } = useSession();
  const signOut = useSignOut();
  const newOrders = useNewOrders();
  const unread = useUnreadMessages();
  const forMe = useForMe();
  const requests = useApprovalCount();
  const { pathname } = useLocation();
  const pages = adminPages(user);
  /** Whether the current page is in the navigation itself, below this one. */
  const isWithin = (page: string) => pages.some(({ to }) => to === pathname && to.startsWith(`${page}/`));
  return (
    <div className="flex h-full flex-col gap-4">
      <nav aria-label={t('title')} className="flex flex-col gap-1">
        {may(user, 'orders.see') || may(user, 'customers.see') ? (
          <NavLink to={href('/admin/for-me')} className={item} onClick={onLeave}>
            <AtSign className="size-5 shrink-0" />
            <span className="min-w-0 flex-1">{t('forMe')}</span>
            <Count count={forMe} text={t('forMeCount', { count: forMe })} />
          </NavLink>
        ) : null}
        {pages.map(({ to, labelKey, icon: Icon }) => (
          <NavLink key={to} to={to} end={isWithin(to)} className={item} onClick={onLeave}>
            <Icon className="size-5 shrink-0" />
            <span className="min-w-0 flex-1">{t(labelKey)}</span>
            {labelKey === 'orders' ? (
              <Count count={newOrders} text={t('newOrders', { count: newOrders })} />
            ) : null}
            {labelKey === 'customers' ? (
              <Count count={unread} text={t('unreadMessages', { count: unread })} />
            ) : null}
            {labelKey === 'requests' ? (
              <Count count={requests} text={t('waitingRequests', { count: requests })} />
            ) : null}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto grid gap-1 border-t pt-3">
        <div className="flex items-center justify-between gap-2 ps-3">
          <p className="min-w-0 truncate text-ink-soft text-sm">{user?.name || user?.email}</p>
          <ThemeButton />
        </div>
        <OfficeLanguage className={item({ isActive: false })} />
        {isAllStores() ? null : <StoreLink />}
        <button type="button" onClick={() => void signOut()} className={item({ isActive: false })}>
          <LogOut className="size-5 shrink-0 rtl:-scale-x-100" />
          {t('signOut')}
        </button>
        <p className="px-3 pt-1 text-ink-soft text-xs">{t('version', { version })}</p>
      </div>
    </div>
  );
}

/** Link to the store, or to its preview while it is closed. */
function StoreLink() {
  const t = adminTexts();
  const state = useRootData().opening?.state ?? 'open';
  const { request } = useRequest();
  const enterPreview = () =>
    request({
      run: readPreviewToken,
      onDone: (token) =>
        window.location.assign(officeAddress(pageOffice(), `/?preview=${token}`, pageLanguage())),
    });
  const content = (
    <>
      <Store className="size-5 shrink-0" />
      {t('toStore')}
    </>
  );
  return state === 'closed' ? (
    <button type="button" onClick={() => void enterPreview()} className={item({ isActive: false })}>
      {content}
    </button>
  ) : (
    <Link to={href('/')} className={item({ isActive: false })}>
      {content}
    </Link>
  );
}

function Count({ count, text }: { count: number; text: string }) {
  if (count === 0) return null;
  return (
    <Badge tone="brand">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{text}</span>
    </Badge>
  );
}
