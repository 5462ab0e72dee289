import adminCategoriesMessages from '#app/i18n/messages/en/admin-categories.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { CategoryRefusal } from './category-rules.ts';

/** The spec's sentence for a refusal (section 8). */
export function refusalText(refusal: CategoryRefusal): string {
  const t = getTranslations('admin-categories', adminCategoriesMessages);
  if (refusal.key === 'inUse') return t('inUse', { count: refusal.count });
  if (refusal.key === 'idNotFound') return t('idNotFound', { id: refusal.id });
  return t(refusal.key);
}

/** A category that the rules refused. */
export class CategoryRefused extends Error {
  override name = 'CategoryRefused';

  constructor(refusal: CategoryRefusal) {
    super(refusalText(refusal));
  }
}

/** Stops at a refusal. @throws CategoryRefused */
export function insist(refusal: CategoryRefusal | null): void {
  if (refusal) throw new CategoryRefused(refusal);
}
