declare const content: unique symbol;

/**
 * Plain data as JSON. React Router hands over what a loader answers value by value, whatever it is; the hundreds of values of
 * a listing cost a tenth of that as one text.
 */
export type Packed<Content> = string & { readonly [content]: Content };

/** What was packed last, for the server: it renders what its loaders have just made. */
const justPacked = new Map<string, unknown>();
const mostJustPacked = 20;

/** Makes the text of data that JSON can hold: what it cannot, such as a Date, would come out as something else. */
export function pack<Content>(data: Content): Packed<Content> {
  const text = JSON.stringify(data) as Packed<Content>;
  const [oldest = ''] = justPacked.keys();
  if (justPacked.size >= mostJustPacked) justPacked.delete(oldest);
  justPacked.set(text, data);
  return text;
}

/** The data of such a text. */
export function unpack<Content>(text: Packed<Content>): Content {
  const known = import.meta.env.SSR ? (justPacked.get(text) as Content | undefined) : undefined;
  return known ?? JSON.parse(text);
}
