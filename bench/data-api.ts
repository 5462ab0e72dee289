import postgres from 'postgres';
import { type Parameter, settingsOf } from '../backend/lib/db.ts';
import { buildSchema } from '../backend/rest/build-schema.ts';
import { readCatalogue } from '../backend/rest/catalogue.ts';
import { parametersOf } from '../backend/rest/plan.ts';
import { planMutation } from '../backend/rest/plan-mutation.ts';
import { planRead } from '../backend/rest/plan-read.ts';
import { readRequest, targetOf } from '../backend/rest/read-request.ts';
import type { Schema } from '../backend/rest/schema.ts';
import { atLeast, type Figure, told } from './figures.ts';
import { rawLoad, rawRequest } from './raw-load.ts';
import { withServedBackend } from './served-backend.ts';

const clients = 16;
const seconds = 2;
const rounds = 5;
/** Different requests, sent over and over. */
const turns = 512;
const limits = { maxRows: 1_000, allowAggregates: false };

/** One kind of request, as it goes over HTTP and as the statement it becomes. */
interface Work {
  name: string;
  method: 'GET' | 'POST';
  target(turn: number): string;
  body?(turn: number): string;
}

const works: readonly Work[] = [
  {
    name: 'signed-in list of 20',
    method: 'GET',
    target: (turn) => `/bench_items?select=*&id=gt.${turn % 900}&order=id.asc&limit=20`,
  },
  {
    name: 'read of one row',
    method: 'GET',
    target: (turn) => `/bench_items?select=*&id=eq.${(turn % 999) + 1}`,
  },
  {
    name: 'insert of one row',
    method: 'POST',
    target: () => '/bench_notes?select=*',
    body: (turn) => JSON.stringify({ body: `note ${turn}` }),
  },
];

/**
 * The Data API over HTTP, held against its own SQL sent straight through postgres.js in the same run: a transaction that
 * takes on the person's role and claims, as every request's does, and the statement. How it stands to the statement alone,
 * on connections that are one person's for good, is told beside it.
 */
export async function dataApiFigures(): Promise<Figure[]> {
  return withServedBackend(async ({ url, headers, address, user }) => {
    const { ssl: _ssl, ...place } = address;
    const owner = postgres({ ...place, max: 1, onnotice: () => {} });
    const connection = { role: 'authenticated', 'request.jwt.claims': JSON.stringify({ sub: user }) };
    const settled = postgres({ ...place, connection, max: clients, onnotice: () => {} });
    const direct = postgres({ ...place, max: clients, onnotice: () => {} });
    const sessions = await Promise.all(Array.from({ length: clients }, () => direct.reserve()));
    const claims = Object.freeze({ sub: user, role: 'authenticated', aal: 'aal1' });
    try {
      const schema = buildSchema(await readCatalogue(owner, 'public'), 'public');
      const figures: Figure[] = [];
      for (const work of works) {
        const statements = await statementsOf(work, schema);
        const identity = {
          role: 'authenticated' as const,
          claims,
          request: { method: work.method, path: work.target(0), headers },
        };
        const asPerson = (client: number, turn: number) => {
          const session = sessions[client % clients];
          const { text, prepared } = statements;
          const parameters = prepared[turn % prepared.length] ?? [];
          const settings = settingsOf(identity, undefined);
          return Promise.all([
            session?.unsafe('begin'),
            session?.unsafe(settings.text, settings.parameters, { prepare: true }),
            session?.unsafe(text, textsOf(parameters), { prepare: true }),
            session?.unsafe('commit'),
          ]);
        };
        const alone = (_client: number, turn: number) =>
          settled.unsafe(statements.text, statements.prepared[turn % turns], { prepare: true });
        const http = () => throughHttp(work, url, headers, seconds);
        figures.push(...(await compare(work.name, http, asPerson, alone)));
      }
      return figures;
    } finally {
      for (const session of sessions) session.release();
      await Promise.all([owner.end(), direct.end(), settled.end()]);
    }
  });
}

type Send = (client: number, turn: number) => PromiseLike<unknown>;

async function compare(
  name: string,
  http: () => Promise<number>,
  asPerson: Send,
  alone: Send,
): Promise<Figure[]> {
  const overHttp: number[] = [];
  const ofSame: number[] = [];
  const ofAlone: number[] = [];
  await http();
  for (let round = 0; round < rounds; round += 1) {
    const straight = await throughPostgres(asPerson);
    const bare = await throughPostgres(alone);
    const served = await http();
    overHttp.push(served);
    ofSame.push(served / straight);
    ofAlone.push(served / bare);
  }
  return [
    told(`${name}, ${clients} clients`, overHttp, '/s'),
    atLeast(`${name}, of the same SQL straight`, ofSame, 0.5),
    told(`${name}, of its statement alone`, ofAlone),
  ];
}

function throughHttp(
  { method, target, body }: Work,
  url: string,
  headers: Record<string, string>,
  duration: number,
): Promise<number> {
  const sent = { ...headers, 'content-type': 'application/json', prefer: 'return=representation' };
  const requests = Array.from({ length: turns }, (_, turn) =>
    rawRequest(method, `/rest/v1${target(turn)}`, sent, body?.(turn)),
  );
  return rawLoad(Number(new URL(url).port), requests, clients, duration);
}

/** The statement that a kind of request becomes, and its parameters for each turn. */
async function statementsOf(
  work: Work,
  schema: Schema,
): Promise<{ text: string; prepared: (string | null)[][] }> {
  const readTurn = (turn: number) => {
    const { pathname, search, href } = new URL(work.target(turn), 'http://x');
    const body = work.body?.(turn) ?? null;
    const request = new Request(href, {
      ...{ method: work.method, body, headers: { prefer: 'return=representation' } },
    });
    request.headers.delete('content-type');
    return readRequest(request, search.slice(1), targetOf(pathname), limits.maxRows);
  };
  const first = await readTurn(0);
  const plan = (first.request.kind === 'read' ? planRead : planMutation)(schema, first.request, limits);
  const prepared = await Promise.all(
    Array.from({ length: turns }, async (_, turn) => {
      const { values } = await readTurn(turn);
      return textsOf(parametersOf(plan.statement.sources, values));
    }),
  );
  // postgres.js would write a text for a JSON parameter as JSON once more.
  return { text: plan.statement.text.replaceAll('::json)', '::text::json)'), prepared };
}

const textsOf = (parameters: readonly Parameter[]) => parameters.map((value) => value?.toString() ?? null);

async function throughPostgres(send: Send): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1_000;
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; performance.now() < end; turn += 1) {
        await send(client, turn);
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - started) / 1_000);
}
