/** Columns of a product card, without its category. */
export const cardColumns =
  'id, version, name, price, min_price, max_price, original_price, discount, images, stock, is_new, category_id, type, size, color, attributes, rating, review_count, translations, page_slugs';

/** The same columns with the category's name. */
export const cardWithCategory = `${cardColumns}, category:categories(id, name, translations)` as const;
