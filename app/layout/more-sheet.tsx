import {
  BookOpen,
  Heart,
  Info,
  LayoutGrid,
  type LucideIcon,
  Package,
  Palette,
  Search,
  Settings,
  Tag,
} from 'lucide-react';
import { href, Link } from 'react-router';
import { Avatar } from '#app/auth/avatar.tsx';
import type { SessionUser } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useSignOut } from '#app/auth/use-sign-out.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { themeChoices, useTheme } from '#app/ui/theme.ts';
import { themeNames } from '#app/ui/theme-button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { sheetLinks } from './links.ts';

const icons: Record<ReturnType<typeof sheetLinks>[number]['word'], LucideIcon> = {
  searchProducts: Search,
  categories: LayoutGrid,
  story: BookOpen,
  about: Info,
  customizeProduct: Palette,
  myOrders: Package,
  wishlist: Heart,
  specialDeals: Tag,
  adminDashboard: Settings,
};

function ProfileCard({ user, onClick }: { user: SessionUser; onClick: () => void }) {
  const t = shellTexts();
  return (
    <Link
      to={href('/account')}
      onClick={onClick}
      className="stroked flex items-center gap-3 rounded-card bg-surface p-4 hover:border-ink"
    >
      <Avatar user={user} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{user.name || t('unnamed')}</span>
        <span className="block truncate text-ink-soft text-sm">{user.email}</span>
        <span className="block text-link text-sm underline">{t('viewProfile')}</span>
      </span>
    </Link>
  );
}

function SignedOutCard({ onClick }: { onClick: () => void }) {
  const t = shellTexts();
  return (
    <div className="stroked rounded-card bg-surface p-4">
      <p className="mb-3 font-semibold">{t('notSignedIn')}</p>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton to={href('/signin')} onClick={onClick}>
          {t('signIn')}
        </LinkButton>
        <LinkButton to={href('/signup')} variant="outline" onClick={onClick}>
          {t('signUp')}
        </LinkButton>
      </div>
    </div>
  );
}

/** The 'More Options' sheet (docs/product.md, Menus): profile, links by tenant and role, theme. */
export default function MoreSheet({ onClose }: { onClose: () => void }) {
  const t = shellTexts();
  const { user } = useSession();
  const { hideInitialNavbar } = useBrand();
  const signOut = useSignOut();
  const leave = () => {
    onClose();
    void signOut();
  };
  const { features, customization } = useRootData().settings;
  const { choice, choose } = useTheme();
  const links = sheetLinks({
    customization: customization.enabled,
    wishlist: features.wishlist,
    landing: hideInitialNavbar,
    user,
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('moreOptions')}
      footer={
        user ? (
          <Button variant="outline" className="w-full" onClick={leave}>
            {t('sheetSignOut')}
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-6">
        {user ? <ProfileCard user={user} onClick={onClose} /> : <SignedOutCard onClick={onClose} />}
        <nav aria-label={t('moreOptions')}>
          <ul>
            {links.map(({ to, word }) => {
              const Icon = icons[word];
              return (
                <li key={word}>
                  <Link
                    to={to}
                    onClick={onClose}
                    className="flex min-h-12 items-center gap-3 rounded-field px-2 hover:bg-sunken"
                  >
                    <Icon className="size-5 text-link" />
                    {t(word)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <LanguageSwitch className="flex min-h-12 items-center gap-3 rounded-field px-2 font-semibold hover:bg-sunken" />
        <RadioGroup
          legend={t('theme')}
          name="theme"
          layout="chips"
          value={choice}
          onChange={choose}
          options={themeChoices.map((value) => ({ value, label: t(themeNames[value]) }))}
        />
      </div>
    </Sheet>
  );
}
