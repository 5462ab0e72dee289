import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';

/** Browser storage of the shopper's device, such as a phone, where a brand's products are made for one. */
export const deviceStorage = () => browserStorage(`souk-made-for-${pageTenant()}`);
