import { type CatalogueChange, newsIn } from './channel-messages.ts';

interface ChannelOptions {
  /** Address of the backend, http or https. */
  backend: string;
  key: string;
  tenantId: string;
  onChange: (change: CatalogueChange) => void;
  /** Called once, when it begins to hear: what changed before was not heard. */
  onBegin?: () => void;
  open?: (address: string) => WebSocket;
}

/** Seconds before each new try, the last one from then on; and between heartbeats (spec section 9). */
const reconnectDelays = [1, 2, 5, 10];
const heartbeat = 30;

function socketAddress(backend: string, key: string): string {
  const address = new URL('/realtime/v1/websocket', backend);
  address.protocol = address.protocol.replace('http', 'ws');
  address.search = new URLSearchParams({ apikey: key, vsn: '1.0.0' }).toString();
  return address.href;
}

/**
 * Hears what changes in a store's catalogue, without the backend's client: one socket that speaks as much of its
 * protocol as listening needs. Comes back by itself when nothing can be heard any more, and then takes everything for
 * changed. Returns what ends it.
 */
export function hearCatalogue(options: ChannelOptions): () => void {
  const { backend, key, tenantId, onChange, onBegin } = options;
  const { open = (address) => new WebSocket(address) } = options;
  const topic = `realtime:catalogue:${tenantId}`;
  const config = { broadcast: { ack: false, self: false }, presence: { enabled: false }, private: true };
  let tries = 0;
  let socket: WebSocket;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let answered = false;
  let heardBefore = false;
  let ended = false;

  const say = (about: string, event: string, payload: object) =>
    socket.send(JSON.stringify({ topic: about, event, payload, ref: '1', join_ref: '1' }));
  const onJoined = () => {
    tries = 0;
    if (heardBefore) onChange({ kind: 'product', ids: null });
    else onBegin?.();
    heardBefore = true;
  };
  const connect = () => {
    answered = false;
    socket = open(socketAddress(backend, key));
    socket.onopen = () => {
      if (ended) return socket.close();
      say(topic, 'phx_join', { config, access_token: key });
      beat = setInterval(() => {
        if (!answered) return leave();
        answered = false;
        say('phoenix', 'heartbeat', {});
      }, heartbeat * 1000);
    };
    socket.onmessage = ({ data }) => {
      const news = newsIn(data, topic);
      if (news === 'lost') return leave();
      if (news === 'joined' || news === 'alive') answered = true;
      if (news === 'joined') onJoined();
      else if (typeof news === 'object') onChange(news);
    };
    socket.onclose = comeBack;
  };
  const comeBack = () => {
    clearInterval(beat);
    if (ended) return;
    retry = setTimeout(connect, (reconnectDelays[tries] ?? 10) * 1000);
    tries += 1;
  };
  /** Gives up a socket without waiting for its other end, which may take a minute to be given up. */
  const leave = () => {
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    comeBack();
  };
  connect();
  return () => {
    ended = true;
    clearTimeout(retry);
    clearInterval(beat);
    // Browsers warn of a socket that is closed while it opens; that one is closed as soon as it is open.
    if (socket.readyState !== WebSocket.CONNECTING) socket.close();
  };
}
