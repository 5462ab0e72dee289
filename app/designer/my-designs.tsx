import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { formatDate } from '#app/i18n/format.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { garmentWord } from '#app/lib/garment-words.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { openDesign, useDesigner } from './designer-store.ts';
import { PrivatePicture } from './private-picture.tsx';
import { readDesigns, removeDesign, restoreDesign, type StoredDesign } from './stored-designs.ts';

/** **My designs**: the person's saved designs. One made on another garment opens on that garment's page. */
export function MyDesigns({ userId, productId }: { userId: string; productId: string | null }) {
  const t = customizeTexts();
  const nameOf = ({ name, design }: StoredDesign) => name || garmentWord(design.garment);
  const navigate = useNavigate();
  const saveCount = useDesigner((state) => state.saveCount);
  const [designs, setDesigns] = useState<readonly StoredDesign[] | 'failed' | null>(null);
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    let outdated = false;
    readDesigns(userId).then(
      (loaded) => !outdated && setDesigns(loaded),
      () => !outdated && setDesigns('failed'),
    );
    return () => {
      outdated = true;
    };
  }, [userId, saveCount, reloads]);

  const open = ({ id, design, productId: designProductId }: StoredDesign) => {
    if (designProductId !== productId) {
      const search = new URLSearchParams({
        ...(designProductId && { product: designProductId }),
        design: id,
      });
      void navigate({ pathname: href('/customize'), search: search.toString() });
      scrollTo({ top: 0 });
      return;
    }
    openDesign(
      { design, size: '', saved: { id, document: JSON.stringify(design), inCart: true }, line: null },
      productId,
    );
    scrollTo({ top: 0 });
  };
  const reload = () => setReloads((times) => times + 1);
  const showFailure = (title: string) => () =>
    toast({ title, description: t('unreachable'), variant: 'destructive' });
  const restore = (removed: StoredDesign) =>
    restoreDesign(removed, userId).then(reload, showFailure(t('notRestored')));
  const remove = (removed: StoredDesign) =>
    removeDesign(removed.id).then(
      () => {
        toast({
          title: t('designRemoved'),
          description: toastName(nameOf(removed)),
          action: { label: t('undo'), onClick: () => void restore(removed) },
        });
        reload();
      },
      showFailure(t('notRemoved')),
    );
  return (
    <section aria-labelledby="my-designs" className="grid gap-3 border-t pt-6">
      <h2 id="my-designs" className="text-heading">
        {t('myDesigns')}
      </h2>
      {designs === null ? <Skeleton className="h-24" /> : null}
      {designs === 'failed' ? <ErrorState onRetry={reload} /> : null}
      {Array.isArray(designs) && designs.length === 0 ? (
        <p className="text-ink-soft">{t('noDesigns')}</p>
      ) : null}
      {Array.isArray(designs) && designs.length > 0 ? (
        <ul className="grid gap-2">
          {designs.map((one: StoredDesign) => {
            const name = nameOf(one);
            return (
              <li key={one.id} className="flex items-center gap-2">
                <button
                  type="button"
                  aria-label={t('open', { name })}
                  onClick={() => open(one)}
                  className="flex min-w-0 flex-1 items-center gap-3 rounded-field p-1.5 text-start hover:bg-sunken"
                >
                  <PrivatePicture
                    path={one.preview}
                    alt=""
                    className="size-14 shrink-0 rounded-picture object-cover"
                  />
                  <span className="grid min-w-0">
                    <span dir="auto" className="truncate font-medium">
                      {name}
                    </span>
                    <span className="text-ink-soft text-sm">
                      {garmentWord(one.design.garment)} · {t('savedOn', { date: formatDate(one.updatedAt) })}
                    </span>
                  </span>
                </button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('removeDesign', { name })}
                  title={t('removeDesign', { name })}
                  onClick={() => void remove(one)}
                >
                  <Trash2 className="size-5" />
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
