import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';

/** Whether the signed-in person may see, and so write, what products cost. */
export const useSeesCosts = (): boolean => may(useSession().user, 'costs.see');
