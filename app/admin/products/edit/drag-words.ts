import type { DndContextProps } from '@dnd-kit/core';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { getTranslations } from '#app/i18n/translations.ts';

/** What a screen reader says while a picture is dragged by keyboard; `order` has the ids as they lie. */
export function dragWords(order: readonly string[]): DndContextProps['accessibility'] {
  const t = getTranslations('admin-products', adminProductsMessages);
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
