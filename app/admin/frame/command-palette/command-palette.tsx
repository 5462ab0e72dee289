import { Command } from 'cmdk';
import {
  ClipboardList,
  FileSpreadsheet,
  FolderPlus,
  History,
  Keyboard,
  LogOut,
  type LucideIcon,
  Package,
  PackagePlus,
  Search,
  Store as StoreIcon,
  Trash2,
  UserRound,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { may } from '#app/auth/model.ts';
import { isAllStores, mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useSignOut } from '#app/auth/use-sign-out.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminCommandPaletteTexts } from '#app/i18n/texts/admin-command-palette.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { foldText } from '#app/lib/folded-text.ts';
import { allStores } from '#app/lib/office-address.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { classes } from '#app/ui/classes.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { useModal } from '#app/ui/use-modal.ts';
import { adminPages } from '../../ui/admin-pages.ts';
import { pageInOffice, rowAddress, useOfficeStores } from '../../ui/office-stores.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { shortcutText } from '../../ui/shortcut-text.ts';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useSearchResults } from './search-results.ts';
import { tabPlaces } from './tab-places.ts';

const icons = { product: Package, order: ClipboardList, customer: UserRound } as const;
const kinds = ['product', 'order', 'customer'] as const;

type Entry = {
  key: string;
  label: string;
  detail?: string;
  /** The store of a result among those of all stores. */
  tenantId?: string;
  icon: LucideIcon;
  run: () => void;
};

/** State of the palette; Ctrl K and ⌘ K toggle it. */
export function useCommandPalette(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((current) => !current);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return [open, setOpen];
}

/** Button that opens the command palette; an icon on phones. */
export function CommandPaletteButton({ onOpen }: { onOpen: () => void }) {
  const t = adminCommandPaletteTexts();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="stroked flex min-h-11 items-center gap-3 rounded-field border-line-strong bg-page px-3 text-ink-soft hover:border-ink-soft max-lg:border-transparent max-lg:bg-transparent lg:w-full"
    >
      <Search className="size-4.5 shrink-0 max-lg:size-5 max-lg:text-ink" />
      <span className="max-lg:sr-only">{t('open')}</span>
      <span
        aria-hidden="true"
        className="ms-auto rounded-sm border px-1.5 font-details text-xs max-lg:hidden"
      >
        {shortcutText('K')}
      </span>
    </button>
  );
}

/** Searches all pages, products, orders, customers and actions of the back office. */
export function CommandPalette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const t = adminCommandPaletteTexts();
  const tAdmin = adminTexts();
  const navigate = useNavigate();
  const { user } = useSession();
  const stores = useOfficeStores();
  const signOut = useSignOut();
  const [typed, setTyped] = useState('');
  const { results, failure, isLoading } = useSearchResults(typed);
  const goTo = (to: string) => () => {
    onClose();
    void navigate(to);
  };
  const matches = ({ label }: Entry) => foldText(label).includes(foldText(typed).trim());
  const products = href('/admin/products');

  const allowedPages = adminPages(user);
  const pages: Entry[] = allowedPages.map(({ to, labelKey, icon }) => ({
    key: to,
    label: tAdmin(labelKey),
    icon,
    run: goTo(to),
  }));
  // Tabs are offered only in a search; without one they would bury the pages.
  const tabs: Entry[] = (typed.trim() ? tabPlaces() : []).flatMap(({ label, page, pageAt, to }) => {
    const icon = allowedPages.find((one) => one.to === pageAt)?.icon;
    return icon ? [{ key: to, label, detail: page, icon, run: goTo(to) }] : [];
  });
  /** Opens a page that each store has of its own. */
  const ofEachStore = (entry: Omit<Entry, 'run'> & { needs: Capability }, to: string) =>
    isAllStores()
      ? stores
          .filter(({ id }) => mayIn(user, id, entry.needs))
          .map(({ id }) => ({
            ...entry,
            key: `${entry.key} ${id}`,
            tenantId: id,
            run: () => window.location.assign(pageInOffice(id, to)),
          }))
      : [{ ...entry, run: goTo(to) }];
  const actions: (Entry & { needs?: Capability })[] = [
    ...ofEachStore(
      {
        key: 'new',
        needs: pageCapabilities['/admin/products/new'],
        label: t('newProduct'),
        icon: PackagePlus,
      },
      href('/admin/products/new'),
    ),
    ...ofEachStore(
      {
        key: 'categories',
        needs: pageCapabilities['/admin/products'],
        label: t('categories'),
        icon: FolderPlus,
      },
      `${products}?tab=categories`,
    ),
    ...ofEachStore(
      {
        key: 'files',
        needs: pageCapabilities['/admin/products'],
        label: t('files'),
        icon: FileSpreadsheet,
      },
      `${products}?tab=files`,
    ),
    {
      key: 'trash',
      needs: 'log.see',
      label: t('trash'),
      icon: Trash2,
      run: goTo(`${href('/admin/dashboard')}?tab=trash`),
    },
    {
      key: 'changes',
      needs: 'log.see',
      label: t('changes'),
      icon: History,
      run: goTo(`${href('/admin/dashboard')}?tab=changes`),
    },
    {
      key: 'keys',
      label: t('keys'),
      icon: Keyboard,
      run: () => {
        onClose();
        onKeys();
      },
    },
    { key: 'store', label: t('store'), icon: StoreIcon, run: goTo(href('/')) },
    {
      key: 'out',
      label: tAdmin('signOut'),
      icon: LogOut,
      run: () => {
        onClose();
        void signOut();
      },
    },
  ];
  const otherOffices: Entry[] = (
    stores.length > 1 ? [...stores, { id: allStores, name: tAdmin('allStores') }] : stores
  )
    .filter(({ id }) => id !== (isAllStores() ? allStores : pageTenant()))
    .map(({ id, name }) => ({
      key: `office ${id}`,
      label: t('workIn', { store: name }),
      icon: StoreIcon,
      run: () => window.location.assign(pageInOffice(id, href('/admin'))),
    }));
  const groups = [
    ...kinds.map((kind) => ({
      title: t(kind),
      entries: results
        .filter((result) => result.kind === kind)
        .map(({ id, tenantId, name, detail, to }) => ({
          key: `${kind} ${tenantId} ${id}`,
          label: name,
          detail,
          icon: icons[kind],
          ...(isAllStores()
            ? { tenantId, run: () => window.location.assign(rowAddress(tenantId, to)) }
            : { run: goTo(to) }),
        })),
    })),
    { title: t('pages'), entries: [...pages, ...tabs].filter(matches) },
    { title: tAdmin('chooseStore'), entries: otherOffices.filter(matches) },
    {
      title: t('actions'),
      entries: actions.filter(({ needs }) => !needs || may(user, needs)).filter(matches),
    },
  ].filter(({ entries }) => entries.length > 0);

  return (
    <PaletteDialog label={t('title')} onClose={onClose}>
      <Command label={t('title')} shouldFilter={false} loop>
        <div className="flex items-center border-b">
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder={t('hint')}
            className="min-h-14 min-w-0 flex-1 rounded-t-card bg-transparent px-4 text-lg -outline-offset-2"
          />
          {isLoading ? <Spinner className="me-4 size-5 shrink-0" /> : null}
        </div>
        <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2">
          {failure ? <p className="px-3 py-2 text-danger-text text-sm">{failure}</p> : null}
          {isLoading || failure ? null : (
            <Command.Empty className="px-3 py-6 text-center text-ink-soft">{t('none')}</Command.Empty>
          )}
          {groups.map(({ title, entries }) => (
            <Command.Group
              key={title}
              heading={title}
              className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-ink-soft **:[[cmdk-group-heading]]:text-xs"
            >
              {entries.map(({ key, label, detail, tenantId, icon: Icon, run }: Entry) => (
                <Command.Item
                  key={key}
                  value={key}
                  onSelect={run}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 data-[selected=true]:bg-tint data-[selected=true]:text-on-tint"
                >
                  <Icon className="size-4.5 shrink-0" />
                  <span className="truncate">{label}</span>
                  {detail ? <span className="ms-auto truncate text-sm opacity-75">{detail}</span> : null}
                  {tenantId ? (
                    <StoreMark
                      tenantId={tenantId}
                      className={classes('max-w-32 shrink-0 text-sm', !detail && 'ms-auto')}
                    />
                  ) : null}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </PaletteDialog>
  );
}

type PaletteDialogProps = { label: string; onClose: () => void; children: ReactNode };

/** A modal near the top of the window, without a heading because it starts with a search field. */
function PaletteDialog({ label, onClose, children }: PaletteDialogProps) {
  const ref = useModal(true, onClose);
  // `showModal` would focus cmdk's wrapper instead of the field.
  useEffect(() => {
    ref.current?.querySelector('input')?.focus();
  }, [ref]);
  return (
    <dialog
      ref={ref}
      aria-label={label}
      className="mx-auto mt-[max(1rem,12dvh)] mb-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-card bg-raised p-0 text-ink shadow-raised open:animate-[rise_var(--quick)_var(--ease)]"
    >
      {children}
    </dialog>
  );
}
