import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';

/** What the shopper said they own, such as a phone, where a brand's products are made for one; kept in this browser. */
export const rememberedDevice = () => browserStorage(`souk-made-for-${pageTenant()}`);
