/** Plain text as paragraphs; lines that begin with "- " become a list. */
export function PolicyText({ text }: { text: string }) {
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {text.split(/\n{2,}/).map((block) =>
        block.startsWith('- ') ? (
          <ul key={block} className="list-disc ps-5">
            {block.split('\n').map((line) => (
              <li key={line}>{line.replace(/^- /, '')}</li>
            ))}
          </ul>
        ) : (
          <p key={block}>{block}</p>
        ),
      )}
    </div>
  );
}
