/**
 * Places where browsers would break a line: a code with a hyphen before a digit ("CC-603"), and a word with its number
 * ("Pixel 9"). Cards truncate long names, so `text-wrap` cannot prevent a single word on the last line.
 */
const unbroken = /([A-Za-z\d]+-\d[\w-]*|[A-Za-z]{2,8} [A-Z]?\d{1,3}(?![\w-]))/;

/** A product's name. Codes, and numbers with their words, stay on one line. */
export function ProductName({ name }: { name: string }) {
  if (!/\d/.test(name)) return name;
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
