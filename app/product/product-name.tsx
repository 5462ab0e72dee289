/**
 * Where browsers would break a line: a code with a figure behind a hyphen, "CC-603", and a word with its number,
 * "Pixel 9". Cards cut long names, which browsers then do not keep from a last line of one word.
 */
const unbroken = /([A-Za-z\d]+-\d[\w-]*|[A-Za-z]{2,8} [A-Z]?\d{1,3}(?![\w-]))/;

/** A product's name; the codes in it, and numbers with their words, stay in one line. */
export function ProductName({ name }: { name: string }) {
  return name.split(unbroken).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
