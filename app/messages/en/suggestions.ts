/** Words of what is suggested while somebody types a search. */
export const suggestionWords = {
  category: 'Category',
  suggestions: 'Suggestions',
  suggestionCount:
    '{count, plural, =0 {No suggestions} one {# suggestion} other {# suggestions}}. Use the arrow keys.',
  allResults: 'All results for “{term}”',
} as const;
