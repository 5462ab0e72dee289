import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { placeOf } from './place.ts';
import { type Colleague, meetColleagues } from './staff-topics.ts';

/** Says who else has the page open that this window shows; nothing where nobody has. */
export function Colleagues() {
  const t = useWords(adminWords);
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const [seen, setSeen] = useState<Colleague[]>([]);
  const meeting = useRef<ReturnType<typeof meetColleagues>>(null);
  const name = user ? user.name || user.email : '';
  const place = placeOf(pathname, search);

  useEffect(() => {
    if (!name) return;
    const met = meetColleagues(name, setSeen);
    meeting.current = met;
    return () => {
      meeting.current = null;
      met.end();
    };
  }, [name]);
  useEffect(() => meeting.current?.moveTo(place), [place]);

  const here = [...new Set(seen.filter((other) => other.place === place).map((other) => other.name))];
  return (
    <p role="status" className={here.length > 0 ? 'flex items-center gap-2 text-sm' : 'sr-only'}>
      {here.length > 0 ? (
        <>
          <span aria-hidden="true" className="flex -space-x-2 rtl:space-x-reverse">
            {here.slice(0, 3).map((other) => (
              <span
                key={other}
                className="grid size-7 place-items-center rounded-full border-2 border-page bg-tint font-semibold text-on-tint text-xs uppercase"
              >
                {[...other.trim()][0]}
              </span>
            ))}
          </span>
          {here.length === 1
            ? t('alsoHere', { name: here[0] ?? '' })
            : t('alsoHereMany', { names: here.slice(0, 3).join(', '), count: here.length })}
        </>
      ) : null}
    </p>
  );
}
