import { Bookmark, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { AskingDialog } from '../kit/edit/asking-dialog.tsx';
import { intoSight, stripClasses } from '../kit/list/strip.ts';
import { refusalOf } from '../kit/refusal.ts';
import { useChange } from '../kit/use-change.ts';
import { viewOf } from './order-filter.ts';
import { deleteView, type SavedView, saveView } from './saved-views.ts';

/** Views that every store needs. */
const ready = [
  { word: 'all', query: '' },
  { word: 'toConfirm', query: 'status=pending' },
  { word: 'toShip', query: 'status=confirmed%2Cin_production' },
  { word: 'toBePaid', query: 'status=awaiting_payment&method=bank_transfer' },
  { word: 'problems', query: 'status=return_requested' },
] as const;

const chip = (current: boolean) =>
  classes(
    'stroked inline-flex min-h-11 items-center gap-1 rounded-control px-3.5 text-sm md:min-h-9',
    current ? 'border-transparent chosen font-semibold' : 'border-line-strong hover:bg-sunken',
  );

/** Ways to look at the list that are one click away: those of every store and the person's own. */
export function ViewBar({ views }: { views: SavedView[] }) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const [query] = useSearchParams();
  const { revalidate } = useRevalidator();
  const { change } = useChange();
  const [naming, setNaming] = useState(false);
  const current = viewOf(query);
  const known = ready.some((view) => view.query === current) || views.some((view) => view.query === current);

  const remove = ({ id, name, query: kept }: SavedView) =>
    void change({
      work: () => deleteView(id),
      undo: () => saveView(name, kept),
      done: t('viewDeleted', { name }),
      failed: t('viewNotDeleted'),
    });

  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ul aria-label={t('views')} className={stripClasses}>
        {ready.map((view) => (
          <li key={view.word} className="shrink-0">
            <Link
              ref={view.query === current ? intoSight : undefined}
              to={`?${view.query}`}
              aria-current={view.query === current ? 'true' : undefined}
              className={chip(view.query === current)}
            >
              {t(view.word)}
            </Link>
          </li>
        ))}
        {views.map((view) => (
          <li key={view.id} className="flex shrink-0">
            <Link
              ref={view.query === current ? intoSight : undefined}
              to={`?${view.query}`}
              aria-current={view.query === current ? 'true' : undefined}
              className={classes(chip(view.query === current), 'max-w-56 rounded-e-none border-e-0')}
            >
              <span className="truncate">{view.name}</span>
            </Link>
            <button
              type="button"
              aria-label={t('deleteView', { name: view.name })}
              onClick={() => remove(view)}
              className={classes(chip(view.query === current), 'rounded-s-none border-s-0 ps-1 pe-2.5')}
            >
              <X className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {known ? null : (
        <Button variant="quiet" size="small" onClick={() => setNaming(true)}>
          <Bookmark className="size-4" />
          {t('saveView')}
        </Button>
      )}
      {naming ? (
        <NameView onClose={() => setNaming(false)} query={current} onSaved={() => void revalidate()} />
      ) : null}
    </div>
  );
}

type NameViewProps = { onClose: () => void; query: string; onSaved: () => void };

function NameView({ onClose, query, onSaved }: NameViewProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim();
    if (name === '' || name.length > 60) return setProblem(t('viewNameMissing'));
    setBusy(true);
    try {
      await saveView(name, query);
      toast({ title: t('viewSaved', { name }) });
      onSaved();
      onClose();
    } catch (error) {
      setProblem(refusalOf(error));
      setBusy(false);
    }
  };
  return (
    <AskingDialog
      size="small"
      title={t('saveView')}
      description={t('saveViewWhy')}
      unsaved={typed !== ''}
      onClose={onClose}
    >
      {(leave) => (
        <form onSubmit={(event) => void save(event)} className="grid gap-5">
          <TextField
            label={t('viewName')}
            maxLength={60}
            required
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={problem}
          />
          <div className="flex justify-end gap-3">
            <Button variant="quiet" onClick={leave}>
              {t('cancel')}
            </Button>
            <Button type="submit" busy={busy}>
              {t('saveView')}
            </Button>
          </div>
        </form>
      )}
    </AskingDialog>
  );
}
