import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { smallPdf } from './bosta-stub.ts';
import { sendJson, serveRequests } from './stub-server.ts';

type Fields = Record<string, unknown>;

interface MylerzPackage {
  BarCode: string;
  Reference: string;
  Status: string;
  StatusDate: string;
  asked: Fields;
}

export interface MylerzStub {
  url: string;
  username: string;
  password: string;
  packages: MylerzPackage[];
  calls: string[];
  /** What the next calls get instead of their response; `lost`, `slow` and `garbage` execute the request. */
  misbehave: ('500' | 'lost' | 'slow' | 'garbage' | 'refuse')[];
  /** Invalidates all issued tokens. */
  expireTokens(): void;
  close(): Promise<void>;
}

/** A server that imitates the parts of Mylerz's integration API that stores use, and misbehaves on demand. */
export async function startMylerzStub(): Promise<MylerzStub> {
  let token = '';
  let nextCode = 52_000_000_000_001;
  const stub: MylerzStub = {
    url: '',
    username: 'store',
    password: randomBytes(6).toString('hex'),
    packages: [],
    calls: [],
    misbehave: [],
    expireTokens() {
      token = '';
    },
    close: () => served.close(),
  };
  const served = await serveRequests(respond);
  stub.url = served.url;

  async function respond(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const path = request.url ?? '/';
    stub.calls.push(`${request.method} ${path}`);
    const send = (status: number, answer: unknown) => sendJson(response, status, answer);
    if (path === '/token') {
      const form = new URLSearchParams(body);
      if (form.get('username') !== stub.username || form.get('password') !== stub.password)
        return send(400, { error: 'invalid_grant' });
      token = randomBytes(8).toString('hex');
      return send(200, { access_token: token, token_type: 'bearer', expires_in: 86_399 });
    }
    if (request.headers.authorization !== `bearer ${token}`)
      return send(401, { Message: 'Authorization has been denied for this request.' });
    const fault = stub.misbehave.shift();
    if (fault === '500') return void response.writeHead(500).end();
    if (fault === 'refuse')
      return send(200, { Value: null, IsErrorState: true, ErrorDescription: 'Zone is not served' });
    const value = act(path, body ? JSON.parse(body) : null);
    if (fault === 'lost') return void request.socket.destroy();
    // Never responds, so the client times out.
    if (fault === 'slow') return;
    if (fault === 'garbage') return void response.writeHead(200).end('{"Value": [');
    send(200, { Value: value, IsErrorState: false, ErrorDescription: null });
  }

  function act(path: string, asked: unknown): unknown {
    const list = Array.isArray(asked) ? asked : [];
    switch (path) {
      case '/api/packages/GetCityZoneList':
        return [
          {
            ...{ Code: 'CAI', EnName: 'Cairo', ArName: 'القاهرة' },
            Zones: [{ Code: 'MAAD', EnName: 'El Maadi', ArName: 'المعادى' }],
          },
        ];
      case '/api/Orders/AddOrders':
        return add(list[0] as Fields);
      case '/api/packages/TrackPackages':
        return list.flatMap(({ ReferenceNumber }: Fields) =>
          stub.packages
            .filter(({ Reference }) => Reference === ReferenceNumber)
            .map(({ BarCode, Reference }) => ({ Barcode: BarCode, RefNumber: Reference, TrackLog: [] })),
        );
      case '/api/packages/GetPackageListStatus':
        return list.map((code) => {
          const own = stub.packages.find(({ BarCode }) => BarCode === code);
          return own ?? { BarCode: code, ErrorMessage: 'Package not found' };
        });
      case '/api/packages/CancelPackage':
        return list.map(({ Barcode }: Fields) => {
          const own = stub.packages.find(({ BarCode }) => BarCode === Barcode);
          if (own?.Status !== 'New') return { Barcode, IsChanged: false, ErrorMessage: 'Too late' };
          own.Status = 'Cancelled';
          return { Barcode, IsChanged: true };
        });
      default:
        return smallPdf.toString('base64');
    }
  }

  function add(asked: Fields): unknown {
    const own: MylerzPackage = {
      BarCode: String(nextCode++),
      Reference: String(asked.Reference),
      Status: 'New',
      StatusDate: '2026-09-26T12:00:00',
      asked,
    };
    stub.packages.push(own);
    return {
      PickupOrderCode: 'PU-1',
      ErrorMessage: null,
      Packages: [{ BarCode: own.BarCode, Reference: own.Reference }],
    };
  }

  return stub;
}
