import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, serveRequests } from './stub-server.ts';

type Fields = Record<string, unknown>;

/** A delivery at Bosta. */
export interface BostaDelivery {
  _id: string;
  trackingNumber: string;
  businessReference: string;
  uniqueBusinessReference: string;
  state: { code: number; value: string };
  type: { code: number; value: string };
  /** Cash to collect, or collected once delivered; pounds. */
  cod: number;
  exceptionReason?: string;
  numberOfAttempts: number;
  updatedAt: string;
  timeline: { code: number; done: boolean; date: string }[];
  /** The request that created the delivery. */
  asked: Fields;
}

export interface BostaStub {
  url: string;
  apiKey: string;
  webhookSecret: string;
  deliveries: BostaDelivery[];
  pickups: Fields[];
  /** Calls so far, such as "POST /deliveries". */
  calls: string[];
  /**
   * What the next calls get instead of their response: a number is the error code of a rejection; `lost` and
   * `slow` execute the request but the response does not arrive in time.
   */
  misbehave: ('500' | 'lost' | 'slow' | 'garbage' | '429' | number)[];
  /** Advances a delivery. */
  move(
    delivery: BostaDelivery,
    code: number,
    change?: { cod?: number; exceptionReason?: string; kind?: string },
  ): BostaDelivery;
  /** Bosta's callback about a delivery. */
  callbackOf(delivery: BostaDelivery): Fields;
  close(): Promise<void>;
}

/** Some cities and districts, including some of Cairo and Giza. */
const bostaAreas = [
  {
    cityId: 'FceDyHXwpSYYF9zGW',
    cityName: 'Cairo',
    cityOtherName: 'القاهره',
    dropOffAvailability: true,
    districts: [
      { districtId: 'maadi', districtName: 'Maadi', districtOtherName: 'المعادي', dropOffAvailability: true },
      {
        districtId: 'nasr',
        districtName: 'Nasr City',
        districtOtherName: 'مدينة نصر',
        dropOffAvailability: true,
      },
      { districtId: 'far', districtName: 'Far Away', districtOtherName: 'بعيد', dropOffAvailability: false },
    ],
  },
  {
    cityId: 'giza',
    cityName: 'Giza',
    cityOtherName: 'الجيزه',
    districts: [
      { districtId: 'dokki', districtName: 'Dokki', districtOtherName: 'الدقي' },
      { districtId: 'october-1', districtName: '6 October', districtOtherName: 'حي ٦ اكتوبر' },
      { districtId: 'october-2', districtName: '6-October City', districtOtherName: '6 أكتوبر' },
    ],
  },
];

/** A minimal PDF with one page. */
export const smallPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>endobj\nxref\n0 4\n0000000000 65535 f \n' +
    '0000000009 00000 n \n0000000053 00000 n \n0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n166\n%%EOF',
  'latin1',
);

/** A server that imitates the parts of Bosta's API that stores use, and misbehaves on demand. */
export async function startBostaStub(): Promise<BostaStub> {
  let nextNumber = 7_000_001;
  let time = 0;
  // States have distinct timestamps.
  const now = () => {
    time = Math.max(time + 1, Date.now());
    return new Date(time).toISOString();
  };
  const stub: BostaStub = {
    url: '',
    apiKey: randomBytes(8).toString('hex'),
    webhookSecret: randomBytes(12).toString('hex'),
    deliveries: [],
    pickups: [],
    calls: [],
    misbehave: [],
    move(delivery, code, { cod, exceptionReason, kind } = {}) {
      const date = now();
      delivery.state = { code, value: `State ${code}` };
      delivery.updatedAt = date;
      delivery.timeline.push({ code, done: true, date });
      if (code === 47) delivery.numberOfAttempts += 1;
      if (cod !== undefined) delivery.cod = cod;
      if (exceptionReason !== undefined) delivery.exceptionReason = exceptionReason;
      if (kind) delivery.type = { code: 20, value: kind };
      return delivery;
    },
    callbackOf: ({
      _id,
      trackingNumber,
      state,
      type,
      cod,
      businessReference,
      numberOfAttempts,
      updatedAt,
    }) => ({
      ...{
        _id,
        trackingNumber: Number(trackingNumber),
        state: state.code,
        type: type.value.toUpperCase(),
        cod,
      },
      ...{ timeStamp: Date.parse(updatedAt), businessReference, numberOfAttempts },
    }),
    close: () => served.close(),
  };

  const served = await serveRequests(respond);
  stub.url = served.url;

  async function respond(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', stub.url);
    const method = request.method ?? 'GET';
    stub.calls.push(`${method} ${pathname}`);
    const send = (status: number, answer: unknown) => sendJson(response, status, answer);
    if (request.headers.authorization !== stub.apiKey)
      return send(401, { success: false, message: 'Unauthorized', errorCode: 1007 });
    const fault = stub.misbehave.shift();
    if (fault === '500') return void response.writeHead(500).end('<html>Oops</html>');
    if (fault === '429') return send(429, { success: false, message: 'Too many requests' });
    if (typeof fault === 'number')
      return send(400, { success: false, errorCode: fault, message: `Error ${fault}` });
    const { status, answer } = act(method, pathname, body ? JSON.parse(body) : {}, searchParams);
    if (fault === 'lost') return void request.socket.destroy();
    // Never responds, so the client times out.
    if (fault === 'slow') return;
    if (fault === 'garbage') return void response.writeHead(200).end('{"success": tr');
    send(status, answer);
  }

  type Answer = { status: number; answer: Fields };
  const ok = (data: unknown): Answer => ({ status: 200, answer: { success: true, data } });
  const fail = (status: number, errorCode: number, message: string): Answer => ({
    status,
    answer: { success: false, errorCode, message },
  });

  function act(method: string, path: string, asked: Fields, query: URLSearchParams): Answer {
    if (path === '/cities/getAllDistricts') return ok(bostaAreas);
    if (path === '/deliveries' && method === 'POST') return create(asked);
    if (path === '/deliveries/search' && method === 'POST') {
      const own = stub.deliveries.filter((one) => one.businessReference === asked.businessReference);
      return ok({ deliveries: own, count: own.length });
    }
    if (path === '/deliveries/mass-awb' && method === 'POST') {
      const numbers = String(asked.trackingNumbers).split(',');
      if (!numbers.every((number) => stub.deliveries.some((one) => one.trackingNumber === number)))
        return fail(400, 1100, 'One of these deliveries does not exist.');
      return ok(smallPdf.toString('base64'));
    }
    const [, number, terminates] = /^\/deliveries\/business\/(\w+)(\/terminate)?$/.exec(path) ?? [];
    const delivery = stub.deliveries.find(({ trackingNumber }) => trackingNumber === number);
    if (number && !delivery) return fail(404, 1011, 'Delivery not found');
    if (delivery && terminates && method === 'DELETE') {
      if (delivery.state.code !== 10) return fail(400, 1012, 'This delivery is on its way.');
      stub.move(delivery, 48);
      return ok('Deleted');
    }
    if (delivery && method === 'GET') return ok(delivery);
    if (path === '/pickups/available-dates') return ok(daysFrom(Number(query.get('days'))));
    if (path === '/pickups' && method === 'POST') return pickUp(asked);
    return fail(404, 1, 'There is nothing here.');
  }

  function create(asked: Fields): Answer {
    const address = asked.dropOffAddress as Fields;
    const districts = bostaAreas.flatMap((city) => city.districts);
    if (!districts.some(({ districtId }) => districtId === address.districtId))
      return fail(400, 3003, 'District not found');
    if (Number(asked.cod) > 30_000) return fail(400, 3007, 'Cash is too much');
    if (String(address.firstLine).length <= 5) return fail(400, 3010, 'First line is too short');
    if (stub.deliveries.some((one) => one.uniqueBusinessReference === asked.uniqueBusinessReference))
      return fail(400, 1050, 'The unique business reference is taken');
    const delivery: BostaDelivery = {
      _id: randomBytes(8).toString('hex'),
      trackingNumber: String(nextNumber++),
      businessReference: String(asked.businessReference),
      uniqueBusinessReference: String(asked.uniqueBusinessReference),
      state: { code: 10, value: 'Pickup requested' },
      type: { code: 10, value: 'Send' },
      cod: Number(asked.cod),
      numberOfAttempts: 0,
      updatedAt: now(),
      timeline: [],
      asked,
    };
    stub.deliveries.push(delivery);
    return ok({ _id: delivery._id, trackingNumber: Number(delivery.trackingNumber) });
  }

  function pickUp(asked: Fields): Answer {
    const day = new Date(`${String(asked.scheduledDate)}T12:00:00Z`);
    if (day.getUTCDay() === 5) return fail(400, 1080, 'We do not pick up on Fridays.');
    if (stub.pickups.some((one) => one.scheduledDate === asked.scheduledDate))
      return fail(400, 2027, 'There is a pick-up on that day already.');
    const pickup = { _id: randomBytes(8).toString('hex'), ...asked };
    stub.pickups.push(pickup);
    return { status: 200, answer: { success: true, message: { _id: pickup._id } } };
  }

  return stub;
}

/** Days from tomorrow on, without Fridays. */
function daysFrom(count: number): string[] {
  return Array.from({ length: count }, (_, index) => new Date(Date.now() + (index + 1) * 24 * 3_600_000))
    .filter((day) => day.getUTCDay() !== 5)
    .map((day) => day.toISOString().slice(0, 10));
}
