import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { createStore, useStore } from 'zustand';
import { useSession } from '#app/auth/session.ts';
import { anchorOf } from './anchor.ts';
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
  const anchor = anchorOf(useLocation());
  const resource = useStore(presence, ({ inDialog, onPage }) => inDialog || onPage);

  useEffect(() => {
    if (!id) return;
    const peersByTopic = new Map<string, PresencePeer[]>();
    const stop = subscribeToStaff((event, states, topic) => {
      if (event !== 'presence') return;
      peersByTopic.set(topic, peersOf(states));
      presence.setState({ peers: [...peersByTopic.values()].flat() });
    });
    return () => {
      stop();
      presence.setState({ peers: [] });
    };
  }, [id]);
  useEffect(() => {
    if (id) sharePresence({ user: id, name, anchor, resource });
  }, [id, name, anchor, resource]);
}

/** Shares that an entity is open, in a dialog or on a page, while the component is mounted. */
export function useOpenResource(resource: string, scope: 'inDialog' | 'onPage'): void {
  useEffect(() => {
    presence.setState({ [scope]: resource });
    return () => presence.setState({ [scope]: '' });
  }, [resource, scope]);
}

/** Returns the names of other users who have this page or its entity open, or the given entity. */
export function useOtherUsers(resource?: string): string[] {
  const anchor = anchorOf(useLocation());
  const { user } = useSession();
  const peers = useStore(presence, (state) => state.peers);
  const onPage = useStore(presence, (state) => state.onPage);
  const location: PeerLocation = resource === undefined ? { anchor, resource: onPage } : { resource };
  return user ? otherUsers(peers, user.id, location) : [];
}
