import { useCallback } from 'react';
import { href, useNavigate } from 'react-router';
import { pageSession, useSession } from '#app/auth/session.ts';
import { cartKey } from '#app/cart/cart-storage.ts';
import { recentKey } from '#app/catalog/product-page/recent-products.ts';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { confirmedNavigation } from '#app/lib/navigation-blocker.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { sessionKey } from '#app/lib/supabase-browser.ts';

/**
 * Goes to the home page after the account was deleted, and removes what this browser stored about the person. The
 * sessions ended with the account, so signing out would only be refused.
 */
export function useLeaveDeletedAccount(): () => Promise<void> {
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  return useCallback(async () => {
    const tenantId = pageTenant();
    pageSession.stopGuarding();
    browserStorage(sessionKey(tenantId)).write(null);
    await navigate(href('/'), { state: confirmedNavigation });
    // The cart of a guest takes the place of the person's, which nothing writes any more.
    pageSession.forget();
    if (userId) browserStorage(cartKey(tenantId, userId)).write(null);
    browserStorage(recentKey(tenantId)).write(null);
  }, [navigate, userId]);
}
