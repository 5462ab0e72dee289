import { shellTexts } from '#app/i18n/texts/shell.ts';

/** Plain text as paragraphs; lines starting with "- " become a list. */
export function PolicyText({ text: source }: { text: string }) {
  const t = shellTexts();
  const text = source.trim() || t('policyMissing');
  return (
    <div className="wrap-anywhere flex max-w-prose flex-col gap-3">
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
