import { Heart, LogOut, Package, Settings, User, Users } from 'lucide-react';
import { Link } from 'react-router';
import { AccountFace } from '#app/auth/avatar.tsx';
import type { SessionUser } from '#app/auth/model.ts';
import { useSignOut } from '#app/auth/use-sign-out.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { BareButton } from '#app/ui/button.tsx';
import { DropdownItem, DropdownLabel, DropdownMenu, DropdownSeparator } from '#app/ui/dropdown-menu.tsx';
import { iconControl } from '#app/ui/icon-link.tsx';
import { profileLinks } from './links.ts';

const icons = {
  profile: User,
  orders: Package,
  wishlist: Heart,
  adminPanel: Settings,
  userManagement: Users,
};

/** The profile menu (docs/product.md, Menus). It mounts opened, as its code loads with the first click. */
export default function ProfileMenu({ user }: { user: SessionUser }) {
  const t = shellTexts();
  const signOut = useSignOut();
  const name = user.name || t('unnamed');
  const { personal, staff } = profileLinks(user);
  const item =
    (prefetch: 'render' | 'none') =>
    ({ to, word }: { to: string; word: keyof typeof icons }) => {
      const Icon = icons[word];
      return (
        <DropdownItem key={to} asChild>
          <Link to={to} prefetch={prefetch}>
            <Icon className="size-4" />
            {t(word)}
          </Link>
        </DropdownItem>
      );
    };
  return (
    <DropdownMenu
      defaultOpen
      label={t('profileMenu', { name })}
      trigger={
        <BareButton aria-label={t('account')} className={iconControl}>
          <AccountFace user={user} />
        </BareButton>
      }
    >
      <DropdownLabel>
        <span className="block max-w-60 truncate font-semibold">{name}</span>
        <span className="block max-w-60 truncate text-ink-soft">
          {maskEmail(user.email) || t('myAccount')}
        </span>
      </DropdownLabel>
      <DropdownSeparator />
      {personal.map(item('render'))}
      {staff.length > 0 ? <DropdownSeparator /> : null}
      {staff.map(item('none'))}
      <DropdownSeparator />
      <DropdownItem onSelect={() => void signOut()}>
        <LogOut className="size-4" />
        {t('signOut')}
      </DropdownItem>
    </DropdownMenu>
  );
}

/** Masks an email address: first letter, three dots, domain. Returns '' for an invalid address. */
export function maskEmail(email: string | null | undefined): string {
  const at = email?.lastIndexOf('@') ?? -1;
  if (!email || at < 1 || at === email.length - 1) return '';
  const [first = ''] = [...email];
  return `${first}•••${email.slice(at)}`;
}
