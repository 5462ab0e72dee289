import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { createStore, useStore } from 'zustand';
import { useSession } from '#app/auth/session.ts';
import { placeOf } from './place.ts';
import { otherUsers, type PeerLocation, type PresencePeer, peersOf } from './presence-peer.ts';
import { sharePresence, subscribeToStaff } from './staff-topics.ts';

type Presence = {
  peers: PresencePeer[];
  /** Keys of the entities open in a dialog and on the page; '' for none. */
  inDialog: string;
  onPage: string;
};

const presence = createStore<Presence>(() => ({ peers: [], inDialog: '', onPage: '' }));

/** Shares the location of this window and follows those of others. Used once, in the layout. */
export function usePresence(): void {
  const { user } = useSession();
  const [id, name] = [user?.id ?? '', user ? user.name || user.email : ''];
  const place = placeOf(useLocation());
  const thing = useStore(presence, ({ inDialog, onPage }) => inDialog || onPage);

  useEffect(() => {
    if (!id) return;
    const stop = subscribeToStaff((event, states) => {
      if (event === 'presence') presence.setState({ peers: peersOf(states) });
    });
    return () => {
      stop();
      presence.setState({ peers: [] });
    };
  }, [id]);
  useEffect(() => {
    if (id) sharePresence({ user: id, name, place, thing });
  }, [id, name, place, thing]);
}

/** Shares that an entity is open, in a dialog or on a page, while the component is mounted. */
export function useOpenThing(thing: string, scope: 'inDialog' | 'onPage'): void {
  useEffect(() => {
    presence.setState({ [scope]: thing });
    return () => presence.setState({ [scope]: '' });
  }, [thing, scope]);
}

/** Returns the names of other users who have this page or its entity open, or the given entity. */
export function useOtherUsers(thing?: string): string[] {
  const place = placeOf(useLocation());
  const { user } = useSession();
  const peers = useStore(presence, (state) => state.peers);
  const onPage = useStore(presence, (state) => state.onPage);
  const location: PeerLocation = thing === undefined ? { place, thing: onPage } : { thing };
  return user ? otherUsers(peers, user.id, location) : [];
}
