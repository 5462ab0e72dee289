/** A code with a figure behind a hyphen, where browsers would break a line: "CC-603". */
const code = /([A-Za-z\d]+-\d[\w-]*)/;

/** A product's name; the codes in it stay in one line. */
export function ProductName({ name }: { name: string }) {
  return name.split(code).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
