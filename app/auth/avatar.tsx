import { User } from 'lucide-react';
import { classes } from '#app/ui/classes.ts';
import { useFailedPicture } from '#app/ui/picture.tsx';
import type { SessionUser } from './model.ts';

const sizes = { small: 'size-8 text-sm', regular: 'size-12 text-lg', large: 'size-20 text-3xl' };

/** A person's picture, or their initial. Decorative: their name is next to it. */
export function Avatar({ user, size = 'regular' }: { user: SessionUser; size?: keyof typeof sizes }) {
  const [letter = '?'] = [...(user.name || user.email || '?')];
  const look = classes('shrink-0 rounded-full', sizes[size]);
  const { failed, watch } = useFailedPicture(user.avatar ?? '');
  return user.avatar && !failed ? (
    <img
      {...watch}
      src={user.avatar}
      alt=""
      width={80}
      height={80}
      className={classes(look, 'bg-sunken object-cover')}
    />
  ) : (
    <span
      aria-hidden="true"
      className={classes(look, 'grid place-items-center bg-tint font-semibold text-on-tint')}
    >
      {letter.toUpperCase()}
    </span>
  );
}

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
