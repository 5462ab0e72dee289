import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { may } from '#app/auth/model.ts';
import { isAllStores, mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { Button, type ButtonVariant, LinkButton } from '#app/ui/button.tsx';
import { DropdownItem, DropdownLabel, DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { pageInOffice, useOfficeStores } from './office-stores.ts';
import { StoreMark } from './store-mark.tsx';

type InStoreButtonProps = {
  /** Path of a page that each store has of its own. */
  to: string;
  /** What the page requires. */
  capability: Capability;
  variant?: ButtonVariant;
  children: ReactNode;
};

/**
 * A link to a page of one store, for those who may open it; in the office of all stores, a menu of the stores where they
 * may.
 */
export function InStoreButton({ to, capability, variant = 'primary', children }: InStoreButtonProps) {
  const t = adminTexts();
  const { user } = useSession();
  const stores = useOfficeStores().filter(({ id }) => mayIn(user, id, capability));
  if (!isAllStores()) {
    if (!may(user, capability)) return null;
    return (
      <LinkButton to={to} variant={variant} size="small">
        {children}
      </LinkButton>
    );
  }
  if (stores.length === 0) return null;
  return (
    <DropdownMenu
      label={t('chooseStore')}
      trigger={
        <Button variant={variant} size="small">
          {children}
          <ChevronDown className="size-4" />
        </Button>
      }
    >
      <DropdownLabel>{t('inWhichStore')}</DropdownLabel>
      {stores.map(({ id }) => (
        <DropdownItem key={id} asChild>
          <a href={pageInOffice(id, to)}>
            <StoreMark tenantId={id} />
          </a>
        </DropdownItem>
      ))}
    </DropdownMenu>
  );
}
