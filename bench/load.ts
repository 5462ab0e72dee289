import autocannon from 'autocannon';

export interface Load {
  port: number;
  path: string;
  host?: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  failures: number;
}

/** Sends one request over and over on some connections for some seconds. */
export async function load({ port, path, host, connections, seconds, headers }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections,
    duration: seconds,
    headers: { ...(host ? { host } : {}), 'accept-encoding': 'br', ...headers },
  });
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    failures: result.errors + result.timeouts + result.non2xx,
  };
}
