import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

export interface RawGet {
  port: number;
  path: string;
  host?: string;
  headers?: Record<string, string>;
}

/** A GET whose body is left as it was sent, compressed or not. */
export function get({ port, path, host, headers }: RawGet): Promise<{
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}> {
  return new Promise((done, fail) => {
    const asked = {
      host: '127.0.0.1',
      port,
      path,
      agent,
      headers: { ...(host ? { host } : {}), ...headers },
    };
    request(asked, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const { connection: _c, date: _d, 'keep-alive': _k, ...kept } = Object.fromEntries(given);
        done({ status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) });
      });
    })
      .on('error', fail)
      .end();
  });
}
