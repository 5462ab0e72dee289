// Generated from the migrated database by scripts/database-types.ts; do not edit.

/** Seconds that order mails wait, during which staff can undo what they announce. */
export const mailHoldSeconds = 30;

/** The most pieces for which shoppers read that few are left. */
export const fewLeft = 5;

/** The most pieces for which staff are warned, unless the store sets its own number. */
export const lowStock = 5;

/** Maximum length of each brand text, by column. */
export const brandTextLimits = {
  account_text: 400,
  all_categories_text: 100,
  categories_title: 100,
  contact_text: 400,
  deals_title: 100,
  designer_text: 400,
  empty_cart: 100,
  error_text: 400,
  error_title: 100,
  faq_text: 400,
  featured_title: 100,
  hero_action: 40,
  hero_picture_alt: 200,
  hero_text: 400,
  hero_title: 100,
  made_for_all: 40,
  made_for_label: 40,
  mail_signature: 500,
  name: 80,
  new_title: 100,
  not_found_text: 400,
  not_found_title: 100,
  nothing_found_title: 100,
  order_placed_text: 400,
  slogans: 500,
  story: 3000,
  story_picture_alt: 200,
  story_title: 100,
  visit_text: 400,
  visit_title: 100,
} as const;
