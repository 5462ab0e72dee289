import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { createStore, useStore } from 'zustand';
import { useSession } from '#app/auth/session.ts';
import { type Colleague, type Whereabouts, whoElse } from './colleague.ts';
import { placeOf } from './place.ts';
import { meetColleagues } from './staff-topics.ts';

const presence = createStore<{ seen: Colleague[]; thing: string }>(() => ({ seen: [], thing: '' }));

/** What `placeOf` says of the page that this window shows. */
function usePlace(): string {
  const { pathname, search } = useLocation();
  return placeOf(pathname, search);
}

/** Shows colleagues where this window is, and hears where they are. Once, in the frame. */
export function usePresence(): void {
  const { user } = useSession();
  const meeting = useRef<ReturnType<typeof meetColleagues>>(null);
  const [id, name] = [user?.id ?? '', user ? user.name || user.email : ''];
  const place = usePlace();
  const thing = useStore(presence, (now) => now.thing);

  const position = useEffectEvent(() => ({ place, thing }));
  useEffect(() => {
    if (!id) return;
    const met = meetColleagues({ user: id, name }, (seen) => presence.setState({ seen }));
    met.moveTo(position());
    meeting.current = met;
    return () => {
      meeting.current = null;
      met.end();
      presence.setState({ seen: [] });
    };
  }, [id, name]);
  useEffect(() => meeting.current?.moveTo({ place, thing }), [place, thing]);
}

/** Says that a thing is open in a dialog as long as it is, so that colleagues who open it too are told. */
export function useOpenThing(thing: string): void {
  useEffect(() => {
    presence.setState({ thing });
    return () => presence.setState({ thing: '' });
  }, [thing]);
}

/** The names of the others who have this window's page open or, where one is named, the thing in a dialog over it. */
export function useWhoElse(thing?: string): string[] {
  const place = usePlace();
  const { user } = useSession();
  const seen = useStore(presence, (now) => now.seen);
  const where: Whereabouts = thing === undefined ? { place } : { thing };
  return user ? whoElse(seen, user.id, where) : [];
}
