import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  type SortingStrategy,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useId } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../error-message.ts';

/**
 * Sensors for sorting by pointer and keyboard. A drag starts after a few pixels, so that clicks still work.
 */
export function useSortSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  );
}

/** Returns a function that moves a row to a 0-based index and shows an error if that fails. */
export function useMoveTo(ids: readonly string[], order: (ids: string[]) => Promise<void>) {
  const t = adminTexts();
  return async (id: string, to: number) => {
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length || from === to) return;
    try {
      await order(arrayMove([...ids], from, to));
    } catch (error) {
      toast({ title: t('orderFailed'), description: errorMessage(error), variant: 'destructive' });
    }
  };
}

type SortableListProps = {
  /** Row ids in order. */
  ids: string[];
  nameOf: (id: string) => string;
  onMove: (id: string, to: number) => void;
  /** Layout of the items; vertical by default. */
  strategy?: SortingStrategy;
  children: ReactNode;
};

/** Makes the rows of a list sortable, with announcements for screen readers. */
export function SortableList({
  ids,
  nameOf,
  onMove,
  strategy = verticalListSortingStrategy,
  children,
}: SortableListProps) {
  const t = adminTexts();
  const contextId = useId();
  const sensors = useSortSensors();
  const name = (id: UniqueIdentifier) => nameOf(String(id));
  const place = (id: UniqueIdentifier) => ({ place: ids.indexOf(String(id)) + 1, count: ids.length });
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onMove(String(active.id), ids.indexOf(String(over.id)));
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('rowPicked', { name: name(active.id), ...place(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('rowOver', { name: name(active.id), ...place(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('rowDropped', { name: name(active.id), ...place(over?.id ?? active.id) }),
    onDragCancel: ({ active }) => t('rowLetGo', { name: name(active.id) }),
  };
  return (
    <DndContext
      id={contextId}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('orderHint') } }}
    >
      <SortableContext items={ids} strategy={strategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
