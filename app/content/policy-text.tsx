import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';

/** Plain text as paragraphs; lines that begin with "- " become a list. Where there is none, it says so. */
export function PolicyText({ text: given }: { text: string }) {
  const t = useTranslations('shell', shellMessages);
  const text = given.trim() || t('policyMissing');
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
