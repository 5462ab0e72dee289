import { User } from 'lucide-react';
import { useFailedPicture } from '#app/ui/use-failed-picture.ts';
import type { SessionUser } from './model.ts';

/** The avatar in the account button, or an icon for a person without a picture. */
export function AccountFace({ user }: { user: SessionUser }) {
  const { failed, watch } = useFailedPicture(user.avatar ?? '');
  return user.avatar && !failed ? (
    <img
      {...watch}
      src={user.avatar}
      alt=""
      width={32}
      height={32}
      className="size-8 rounded-full object-cover"
    />
  ) : (
    <User className="size-5.5" />
  );
}
