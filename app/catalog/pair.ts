import type { Category } from '#app/product/product.ts';

/** Two makers of a collection, parsed from its category. */
export interface Pair {
  people: [Person, Person];
  /** Paragraphs about the collection. */
  story: string[];
}

interface Person {
  name: string;
  about: string;
}

/** The first paragraph of a category's description. */
export const categoryLead = ({ description }: Pick<Category, 'description'>): string =>
  description.split('\n')[0]?.trim() ?? '';

/**
 * Parses the makers of a category named "one × the other". Paragraphs that begin with a name and a colon are about that
 * person; the rest, after the first, is the story. Null for any other category.
 */
export function pairOf({ name, description }: Pick<Category, 'name' | 'description'>): Pair | null {
  const [one, other, ...more] = name.split('×').map((part) => part.trim());
  if (!one || !other || more.length > 0) return null;
  const paragraphs = description
    .split('\n')
    .slice(1)
    .map((text) => text.trim())
    .filter(Boolean);
  const person = (who: string): Person => ({
    name: who,
    about:
      paragraphs
        .find((text) => text.startsWith(`${who}:`))
        ?.slice(who.length + 1)
        .trim() ?? '',
  });
  const people: Pair['people'] = [person(one), person(other)];
  const story = paragraphs.filter((text) => !people.some(({ name: who }) => text.startsWith(`${who}:`)));
  return story.length > 0 || people.some(({ about }) => about !== '') ? { people, story } : null;
}
