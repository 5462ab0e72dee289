import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { pictureProblem, pictureTypes } from '../../kit/edit/upload-picture.ts';
import { useSortSensors } from '../../kit/sort/sortable-list.tsx';
import type { FormPicture } from '../model/product-form.ts';
import { dragWords } from './drag-words.ts';
import { FilesInput } from './files-input.tsx';
import { PictureTile } from './picture-tile.tsx';

type PicturesFieldProps = {
  pictures: FormPicture[];
  error: string | undefined;
  /** Takes how the pictures come from how they are: uploads end while other things change. */
  onChange: (change: (pictures: FormPicture[]) => FormPicture[]) => void;
  onUploaded: (address: string) => void;
  onBusy: (busy: boolean) => void;
};

/** A product's pictures: upload, order, what they show, remove. The first one stands on cards. */
export function PicturesField({ pictures, error, onChange, onUploaded, onBusy }: PicturesFieldProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const sensors = useSortSensors();
  const sources = pictures.map(({ src }) => src);
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    onChange((now) => {
      const place = (id: unknown) => now.findIndex(({ src }) => src === id);
      return arrayMove(now, place(active.id), place(over.id));
    });
  };
  const add = (src: string) => {
    onUploaded(src);
    onChange((now) => [...now, { src, alt: '' }]);
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold text-lg">{t('pictures')}</legend>
      {pictures.length > 0 ? (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={drop}
          accessibility={dragWords(sources)}
        >
          <SortableContext items={sources} strategy={rectSortingStrategy}>
            <ol
              aria-label={t('pictures')}
              className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-3 max-sm:grid-cols-1"
            >
              {pictures.map((picture, index) => (
                <PictureTile
                  key={picture.src}
                  picture={picture}
                  number={index + 1}
                  count={pictures.length}
                  onMove={(by) => onChange((now) => arrayMove(now, index, index + by))}
                  onAlt={(alt) =>
                    onChange((now) => now.map((each) => (each.src === picture.src ? { ...each, alt } : each)))
                  }
                  onRemove={() => onChange((now) => now.filter((each) => each.src !== picture.src))}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      ) : null}
      <FilesInput
        label={t('addPictures')}
        hint={t('picturesHint')}
        accept={pictureTypes}
        problemOf={pictureProblem}
        error={error}
        onUploaded={add}
        onBusy={onBusy}
      />
    </fieldset>
  );
}
