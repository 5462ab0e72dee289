declare const content: unique symbol;

/**
 * Plain data as JSON. React Router hands over what a loader answers value by value, whatever it is; the hundreds of values of
 * a listing cost a tenth of that as one text.
 */
export type Packed<Content> = string & { readonly [content]: Content };

/** What was packed or unpacked last: a server renders what its loaders have just made, and a page is read more than once. */
const latest: { text: string; data: unknown }[] = [];
/** A server renders several pages at a time, each from a few texts. */
const mostKept = import.meta.env.SSR ? 60 : 6;

function keep(text: string, data: unknown) {
  if (latest.length >= mostKept) latest.shift();
  latest.push({ text, data });
}

/** Texts of objects that several texts hold: a product's card, for one, stands in many listings. */
const texts = new WeakMap<object, string>();

function textOf(item: object): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = JSON.stringify(item);
  texts.set(item, text);
  return text;
}

function memberText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? textOf(value) : JSON.stringify(value);
}

function isList(value: unknown): value is object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

/**
 * Makes the text of data that JSON can hold: what it cannot, such as a Date, would come out as something else. Objects that it
 * holds, itself or in lists, do not change any more.
 */
export function pack<Content extends object>(data: Content): Packed<Content> {
  const members = Object.entries(data).map(([name, value]) => {
    const text = isList(value) ? `[${value.map(textOf).join()}]` : memberText(value);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  const text = `{${members.flat().join()}}` as Packed<Content>;
  keep(text, data);
  return text;
}

/** The data of such a text; the same object for the same text, for as long as it is among the latest. */
export function unpack<Content>(text: Packed<Content>): Content {
  const known = latest.findLast((one) => one.text === text);
  if (known) return known.data as Content;
  const data: Content = JSON.parse(text);
  keep(text, data);
  return data;
}
