import { User } from 'lucide-react';
import type { SessionUser } from './model.ts';

/** The account button's picture: the person's own, or a figure. */
export function AccountFace({ user }: { user: SessionUser }) {
  return user.avatar ? (
    <img src={user.avatar} alt="" width={32} height={32} className="size-8 rounded-full object-cover" />
  ) : (
    <User className="size-5.5" />
  );
}
