import { closestCenter, DndContext, type DndContextProps, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { byTranslation } from '../../ui/edit/translated-texts.ts';
import { pictureProblem, pictureTypes } from '../../ui/edit/upload-picture.ts';
import { useSortSensors } from '../../ui/sort/sortable-list.tsx';
import type { FormPicture } from '../model/product-form.ts';
import { FilesInput } from './files-input.tsx';
import { PictureTile } from './picture-tile.tsx';

type PicturesFieldProps = {
  pictures: FormPicture[];
  error: string | undefined;
  /** Takes an updater function, because uploads finish while other changes happen. */
  onChange: (change: (pictures: FormPicture[]) => FormPicture[]) => void;
  onUploaded: (address: string) => void;
  onBusy: (busy: boolean) => void;
};

/** A product's pictures: upload, sort, describe, remove. The first one is shown on cards. */
export function PicturesField({ pictures, error, onChange, onUploaded, onBusy }: PicturesFieldProps) {
  const t = adminProductsTexts();
  const sensors = useSortSensors();
  const sources = pictures.map(({ src }) => src);
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    onChange((current) => {
      const place = (id: unknown) => current.findIndex(({ src }) => src === id);
      return arrayMove(current, place(active.id), place(over.id));
    });
  };
  const add = (src: string) => {
    onUploaded(src);
    onChange((current) => [...current, { src, alt: '', ...byTranslation(['alt'], () => '') }]);
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold text-lg">{t('pictures')}</legend>
      {pictures.length > 0 ? (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={drop}
          accessibility={dragAnnouncements(sources)}
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
                  onMove={(by) => onChange((current) => arrayMove(current, index, index + by))}
                  onAlt={(alts) =>
                    onChange((current) =>
                      current.map((each) => (each.src === picture.src ? { ...each, ...alts } : each)),
                    )
                  }
                  onRemove={() => onChange((current) => current.filter((each) => each.src !== picture.src))}
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

/** Returns the announcements for dragging pictures by keyboard; `order` has the ids in order. */
function dragAnnouncements(order: readonly string[]): DndContextProps['accessibility'] {
  const t = adminProductsTexts();
  const number = (id: string | number | undefined) => order.indexOf(String(id)) + 1;
  return {
    screenReaderInstructions: { draggable: t('dragHow') },
    announcements: {
      onDragStart: ({ active }) => t('dragStarted', { number: number(active.id), count: order.length }),
      onDragOver: ({ over }) => (over ? t('dragOver', { number: number(over.id), count: order.length }) : ''),
      onDragEnd: ({ over }) => (over ? t('dragEnded', { number: number(over.id), count: order.length }) : ''),
      onDragCancel: ({ active }) => t('dragCancelled', { number: number(active.id) }),
    },
  };
}
