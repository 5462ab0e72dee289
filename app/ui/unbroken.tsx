/** A text in which one part, such as an order's number, stays on one line. */
export function Unbroken({ text, part }: { text: string; part: string }) {
  const [before = '', ...after] = text.split(part);
  if (after.length === 0) return before;
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{part}</span>
      {after.join(part)}
    </>
  );
}
