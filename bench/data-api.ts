import postgres from 'postgres';
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

/** The Data API over HTTP, held against its own statements sent straight through postgres.js in the same run. */
export async function dataApiFigures(): Promise<Figure[]> {
  return withServedBackend(async ({ url, headers, address, user }) => {
    const { ssl: _ssl, ...place } = address;
    const owner = postgres({ ...place, max: 1, onnotice: () => {} });
    // Under the same policies as the requests, with role and claims set once instead of each time.
    const connection = { role: 'authenticated', 'request.jwt.claims': JSON.stringify({ sub: user }) };
    const direct = postgres({ ...place, connection, max: clients, onnotice: () => {} });
    try {
      const schema = buildSchema(await readCatalogue(owner, 'public'), 'public');
      const figures: Figure[] = [];
      for (const work of works) figures.push(...(await compare(work, url, headers, direct, schema)));
      return figures;
    } finally {
      await owner.end();
      await direct.end();
    }
  });
}

async function compare(
  work: Work,
  url: string,
  headers: Record<string, string>,
  direct: postgres.Sql,
  schema: Schema,
): Promise<Figure[]> {
  const overHttp: number[] = [];
  const ratios: number[] = [];
  await throughHttp(work, url, headers, 1);
  for (let round = 0; round < rounds; round += 1) {
    const straight = await throughPostgres(work, direct, schema);
    const http = await throughHttp(work, url, headers, seconds);
    overHttp.push(http);
    ratios.push(http / straight);
  }
  return [
    told(`${work.name}, ${clients} clients`, overHttp, '/s'),
    atLeast(`${work.name}, of the same SQL straight`, ratios, 0.5),
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

async function throughPostgres(work: Work, direct: postgres.Sql, schema: Schema): Promise<number> {
  const statementFor = async (turn: number) => {
    const body = Buffer.from(work.body?.(turn) ?? '');
    const { request, values } = await readRequest(
      {
        method: work.method,
        target: work.target(turn),
        headers: { prefer: 'return=representation' },
        bytes: async () => body,
        stream: () => null,
      },
      targetOf(new URL(work.target(turn), 'http://x').pathname),
      limits.maxRows,
    );
    return { request, values };
  };
  const first = await statementFor(0);
  const plan = (first.request.kind === 'read' ? planRead : planMutation)(schema, first.request, limits);
  const prepared = await Promise.all(
    Array.from({ length: turns }, async (_, turn) => {
      const { values } = await statementFor(turn);
      return parametersOf(plan.statement.sources, values).map((value) => value?.toString() ?? null);
    }),
  );
  // postgres.js would write a text for a JSON parameter as JSON once more.
  const text = plan.statement.text.replaceAll('::json)', '::text::json)');
  const end = performance.now() + seconds * 1_000;
  const started = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; performance.now() < end; turn += 1) {
        await direct.unsafe(text, prepared[turn % prepared.length], { prepare: true });
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - started) / 1_000);
}
