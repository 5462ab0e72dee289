import { formatParts } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { useOtherUsers } from './presence.ts';

/** Names of the other users who have this page, or the dialog's entity, open; empty without any. */
export function PresencePeers({ resource }: { resource?: string }) {
  const t = adminTexts();
  const names = useOtherUsers(resource);
  const [first] = names;
  return (
    <p role="status" className={first ? 'flex items-center gap-2 text-sm' : 'sr-only'}>
      {first ? (
        <>
          <span aria-hidden="true" className="flex -space-x-2 rtl:space-x-reverse">
            {[...new Set(names)].slice(0, 3).map((name) => (
              <span
                key={name}
                className="grid size-7 place-items-center rounded-full border-2 border-page bg-tint font-semibold text-on-tint text-xs uppercase"
              >
                {[...name.trim()][0]}
              </span>
            ))}
          </span>
          {names.length === 1
            ? t('alsoHere', { name: first })
            : t('alsoHereMany', { names: formatParts(names.slice(0, 3)), count: names.length })}
        </>
      ) : null}
    </p>
  );
}
