import { useEffect, useState } from 'react';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';

/** Whether somebody has signed in to this store in this browser before. */
const storage = () => browserStorage(`souk-returning-${pageTenant()}`);

export const noteSignIn = (): void => storage().write('1');

/** Whether this is a returning person. False until hydration: the page is the same for everybody. */
export function useReturning(): boolean {
  const [returning, setReturning] = useState(false);
  useEffect(() => {
    setReturning(storage().read() !== null);
  }, []);
  return returning;
}
