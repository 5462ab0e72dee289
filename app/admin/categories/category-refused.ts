import adminCategoriesMessages from '#app/i18n/messages/en/admin-categories.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { CategoryRefusal } from './category-rules.ts';

/** Returns the spec's message for a refusal (section 8). */
export function refusalText(refusal: CategoryRefusal): string {
  const t = getTranslations('admin-categories', adminCategoriesMessages);
  if (refusal.key === 'inUse') return t('inUse', { count: refusal.count });
  if (refusal.key === 'idNotFound') return t('idNotFound', { id: refusal.id });
  return t(refusal.key);
}

/** Thrown when a category rule is not met. */
export class CategoryRefused extends Error {
  override name = 'CategoryRefused';

  constructor(refusal: CategoryRefusal) {
    super(refusalText(refusal));
  }
}

/** Throws when there is a refusal. @throws CategoryRefused */
export function throwIfRefused(refusal: CategoryRefusal | null): void {
  if (refusal) throw new CategoryRefused(refusal);
}
