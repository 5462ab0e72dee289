/** Words of what is suggested while somebody types a search. */
export const suggestionWords = {
  category: 'Category',
  suggestions: 'Suggestions',
  suggestionCount:
    '{count, plural, =0 {Nothing matches} one {# suggestion} other {# suggestions}}. Use the arrow keys.',
  nothing: 'Nothing matches “{term}”',
  seeAll: 'See all products',
  allResults: 'All results for “{term}”',
} as const;
