import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { createStore, useStore } from 'zustand';
import { useSession } from '#app/auth/session-store.ts';
import { placeOf } from './place.ts';
import { type PresencePeer, type Whereabouts, whoElse } from './presence-peer.ts';
import { meetColleagues } from './staff-topics.ts';

type Presence = {
  seen: PresencePeer[];
  /** What this window has open in a dialog, and what its page is about; '' for nothing. */
  inDialog: string;
  onPage: string;
};

const presence = createStore<Presence>(() => ({ seen: [], inDialog: '', onPage: '' }));

/** What `placeOf` says of the page that this window shows. */
function usePlace(): string {
  const { pathname, search } = useLocation();
  return placeOf(pathname, search);
}

/** Shares the place of this window with other windows and follows theirs. Used once, in the frame. */
export function usePresence(): void {
  const { user } = useSession();
  const meeting = useRef<ReturnType<typeof meetColleagues>>(null);
  const [id, name] = [user?.id ?? '', user ? user.name || user.email : ''];
  const place = usePlace();
  const thing = useStore(presence, ({ inDialog, onPage }) => inDialog || onPage);

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

/** Shares that something is open, in a dialog or on a page of its own, while the component is mounted. */
export function useOpenThing(thing: string, where: 'inDialog' | 'onPage'): void {
  useEffect(() => {
    presence.setState({ [where]: thing });
    return () => presence.setState({ [where]: '' });
  }, [thing, where]);
}

/**
 * The names of the others who have this window's page open, or what it is about in a dialog; where a thing is named, of those
 * who have that open.
 */
export function useWhoElse(thing?: string): string[] {
  const place = usePlace();
  const { user } = useSession();
  const seen = useStore(presence, (now) => now.seen);
  const onPage = useStore(presence, (now) => now.onPage);
  const where: Whereabouts = thing === undefined ? { place, thing: onPage } : { thing };
  return user ? whoElse(seen, user.id, where) : [];
}
