/** What changed in a store's catalogue: a kind of thing, and which ones; null where there were many. */
export interface CatalogueChange {
  kind: string;
  ids: readonly string[] | null;
}

interface ChannelOptions {
  /** Address of the backend, http or https. */
  backend: string;
  key: string;
  tenantId: string;
  onChange: (change: CatalogueChange) => void;
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

/** The change that a message of the channel names, or undefined for any other message. */
export function changeIn(message: unknown): CatalogueChange | undefined {
  if (typeof message !== 'string') return undefined;
  try {
    const { event, payload } = JSON.parse(message);
    if (event !== 'broadcast' || payload?.event !== 'change') return undefined;
    const { kind, ids } = payload.payload ?? {};
    return typeof kind === 'string' ? { kind, ids: Array.isArray(ids) ? ids : null } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Hears what changes in a store's catalogue, without the backend's client: one socket that speaks as much of its
 * protocol as listening needs. Comes back by itself when the connection is lost. Returns what ends it.
 */
export function hearCatalogue(options: ChannelOptions): () => void {
  const { backend, key, tenantId, onChange, open = (address) => new WebSocket(address) } = options;
  const topic = `realtime:catalogue:${tenantId}`;
  const config = { broadcast: { ack: false, self: false }, presence: { enabled: false }, private: true };
  let tries = 0;
  let socket: WebSocket;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let ended = false;

  const say = (about: string, event: string, payload: object) =>
    socket.send(JSON.stringify({ topic: about, event, payload, ref: '1', join_ref: '1' }));
  const connect = () => {
    socket = open(socketAddress(backend, key));
    socket.onopen = () => {
      if (ended) return socket.close();
      say(topic, 'phx_join', { config, access_token: key });
      beat = setInterval(() => say('phoenix', 'heartbeat', {}), heartbeat * 1000);
    };
    socket.onmessage = ({ data }) => {
      tries = 0;
      const change = changeIn(data);
      if (change) onChange(change);
    };
    socket.onclose = () => {
      clearInterval(beat);
      if (ended) return;
      retry = setTimeout(connect, (reconnectDelays[tries] ?? 10) * 1000);
      tries += 1;
    };
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
