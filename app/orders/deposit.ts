import type { Tables } from '#app/lib/database.types.ts';

/** Whether money of an order may have come through a provider, which then gives it back. */
export const mayBePaidOnline = ({
  payment_method,
  deposit,
}: Pick<Tables<'orders'>, 'payment_method' | 'deposit'>) => payment_method === 'online' || deposit > 0;
