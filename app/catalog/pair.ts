import type { Category } from '#app/product/product.ts';

/** Two who made a collection together, as its category tells it. */
export interface Pair {
  people: [Person, Person];
  /** Paragraphs about what they made. */
  story: string[];
}

interface Person {
  name: string;
  about: string;
}

/** The first paragraph of a category's description, which stands wherever the category is named. */
export const categoryLead = ({ description }: Pick<Category, 'description'>): string =>
  description.split('\n')[0]?.trim() ?? '';

/**
 * The pair behind a category that is called "one × the other". Paragraphs of its description that begin with a name and a
 * colon are about that one, the rest after the first is their story. Null for any other category.
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
