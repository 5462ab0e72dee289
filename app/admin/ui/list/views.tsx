import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { DropdownItem, DropdownLabel, DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { scrollEntryIntoView, scrollFocusIntoView } from '#app/ui/scroll-row.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../edit/form-dialog.tsx';
import { useChange } from '../use-change.ts';
import { deleteView, type SavedView, saveView, viewAddress, viewOf } from './saved-views.ts';

/** A predefined view; with `count` it shows how many rows await work. */
type PredefinedView = { label: string; query: string; count?: number };

/** Class names of a link among the views of a list. */
export const viewChip = (current: boolean) =>
  classes(
    'stroked inline-flex min-h-11 items-center gap-1 whitespace-nowrap rounded-control px-3.5 text-sm md:min-h-9 md:px-3',
    current ? 'border-transparent chosen font-semibold' : 'border-line-strong hover:bg-sunken',
  );

/** Scrolls a toolbar to its current link; for the link's `ref`. */
export function scrollIntoView(link: HTMLElement | null): void {
  const strip = link?.closest('ul');
  if (link && strip) scrollEntryIntoView(strip, link);
}

/** Returns the current view and a function that deletes one. */
function useViews(list: string) {
  const t = adminTexts();
  const [query] = useSearchParams();
  const { change } = useChange();
  const remove = ({ id, name, query: viewQuery }: SavedView) =>
    void change({
      run: () => deleteView(id),
      undo: () => saveView(list, name, viewQuery),
      done: t('viewDeleted', { name }),
      failed: t('viewNotDeleted'),
    });
  return { t, query, current: viewOf(query), remove };
}

type ViewToolbarProps = { list: string; predefined: readonly PredefinedView[]; views: readonly SavedView[] };

/** Links to the predefined and the user's own views of a list. */
export function ViewToolbar({ list, predefined, views }: ViewToolbarProps) {
  const { t, query, current, remove } = useViews(list);
  const [naming, setNaming] = useState(false);
  const isSaved = [...predefined, ...views].some(
    (view) => viewOf(new URLSearchParams(view.query)) === current,
  );
  const linkTo = (view: string) => {
    const isCurrent = viewOf(new URLSearchParams(view)) === current;
    return {
      ref: isCurrent ? scrollIntoView : undefined,
      to: viewAddress(query, view),
      'aria-current': isCurrent ? ('true' as const) : undefined,
      className: viewChip(isCurrent),
    };
  };
  return (
    <div className="flex min-w-0 items-center gap-1.5 max-md:w-full md:min-w-64 md:flex-1">
      <ul
        aria-label={t('views')}
        onFocus={scrollFocusIntoView}
        className="flex gap-1.5 -m-1 overflow-x-auto p-1 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:px-4"
      >
        {predefined.map((view) => (
          <li key={view.query} className="shrink-0">
            <Link {...linkTo(view.query)}>
              {view.label}
              {view.count ? <ViewCount count={view.count} /> : null}
            </Link>
          </li>
        ))}
        {views.map((view) => {
          const link = linkTo(view.query);
          return (
            <li key={view.id} className="flex shrink-0">
              <Link {...link} className={classes(link.className, 'max-w-56 rounded-e-none border-e-0')}>
                <span className="truncate">{view.name}</span>
              </Link>
              <button
                type="button"
                aria-label={t('deleteView', { name: view.name })}
                onClick={() => remove(view)}
                className={classes(link.className, 'rounded-s-none border-s-0 ps-1! pe-2.5!')}
              >
                <X className="size-4" />
              </button>
            </li>
          );
        })}
      </ul>
      {isSaved ? null : (
        <Button variant="quiet" size="small" className="shrink-0" onClick={() => setNaming(true)}>
          <Bookmark className="size-4" />
          {t('saveView')}
        </Button>
      )}
      {naming ? <NameView list={list} query={current} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

const ViewCount = ({ count }: { count: number }) => (
  <span className="font-details font-semibold text-xs tabular-nums">{formatNumber(count)}</span>
);

/** Menu of the user's own views of a list. */
export function ViewMenu({ list, views }: Omit<ViewToolbarProps, 'predefined'>) {
  const { t, query, current, remove } = useViews(list);
  const [naming, setNaming] = useState(false);
  return (
    <>
      <DropdownMenu
        label={t('views')}
        trigger={
          <Button variant="quiet" size="icon" aria-label={t('views')} title={t('views')}>
            <Bookmark className="size-4.5" />
          </Button>
        }
      >
        {views.length === 0 ? <DropdownLabel>{t('noViews')}</DropdownLabel> : null}
        {views.map((view) => (
          <div key={view.id} className="flex">
            <DropdownItem asChild className="min-w-0 max-w-72 flex-1">
              <Link
                to={viewAddress(query, view.query)}
                aria-current={view.query === current ? 'true' : undefined}
              >
                <span className="truncate">{view.name}</span>
              </Link>
            </DropdownItem>
            <DropdownItem aria-label={t('deleteView', { name: view.name })} onSelect={() => remove(view)}>
              <X className="size-4" />
            </DropdownItem>
          </div>
        ))}
        <DropdownItem disabled={current === ''} onSelect={() => setNaming(true)}>
          {t('saveView')}
        </DropdownItem>
      </DropdownMenu>
      {naming ? <NameView list={list} query={current} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

type NameViewProps = { list: string; query: string; onClose: () => void };

function NameView({ list, query, onClose }: NameViewProps) {
  const t = adminTexts();
  const { busy, change } = useChange();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const save = async () => {
    const name = typed.trim();
    if (name === '' || name.length > 60) return setProblem(t('viewNameMissing'));
    await change({
      run: () => saveView(list, name, query),
      done: t('viewSaved', { name }),
      onDone: onClose,
      onFailure: setProblem,
    });
  };
  return (
    <FormDialog
      size="small"
      title={t('saveView')}
      description={t('saveViewWhy')}
      dirty={typed !== ''}
      onClose={onClose}
      onSubmit={save}
      busy={busy}
      submit={t('saveView')}
    >
      <TextField
        label={t('viewName')}
        maxLength={60}
        required
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={problem}
      />
    </FormDialog>
  );
}
