declare const content: unique symbol;

/**
 * Plain data as JSON. React Router hands over what a loader answers value by value, whatever it is; the hundreds of values of
 * a listing cost a tenth of that as one text.
 */
export type Packed<Content> = string & { readonly [content]: Content };

/** What was packed last, for the server: it renders what its loaders have just made. */
const justPacked: { text: string; data: unknown }[] = [];
const mostJustPacked = 20;

/** Texts of the objects in lists: a product's card, for one, stands in many listings. */
const texts = new WeakMap<object, string>();

function textOf(item: object): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = JSON.stringify(item);
  texts.set(item, text);
  return text;
}

function isList(value: unknown): value is object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

/**
 * Makes the text of data that JSON can hold: what it cannot, such as a Date, would come out as something else. Objects in the
 * lists of it do not change any more.
 */
export function pack<Content extends object>(data: Content): Packed<Content> {
  const members = Object.entries(data).map(([name, value]) => {
    const text = isList(value) ? `[${value.map(textOf).join()}]` : JSON.stringify(value);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  const text = `{${members.flat().join()}}` as Packed<Content>;
  if (justPacked.length >= mostJustPacked) justPacked.shift();
  justPacked.push({ text, data });
  return text;
}

/** The data of such a text. */
export function unpack<Content>(text: Packed<Content>): Content {
  const known = import.meta.env.SSR ? justPacked.findLast((packed) => packed.text === text) : undefined;
  return known ? (known.data as Content) : JSON.parse(text);
}
