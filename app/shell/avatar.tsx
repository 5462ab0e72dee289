import type { SessionUser } from '#app/auth/session.ts';

/** A person's picture, or the first letter of their name. Decorative: the name stands beside it. */
export function Avatar({ user }: { user: SessionUser }) {
  const [letter = '?'] = [...(user.name || user.email || '?')];
  return user.avatar ? (
    <img src={user.avatar} alt="" width={48} height={48} className="size-12 rounded-full object-cover" />
  ) : (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center rounded-full bg-tint font-semibold text-lg text-on-tint"
    >
      {letter.toUpperCase()}
    </span>
  );
}
