import { z } from 'zod';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { newId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const path = '/demo-removal';

type Composites = Database['public']['CompositeTypes'];

/** What becomes of rows of a kind: they go, or stay as they were changed, ordered or used. */
type Fate = 'goes' | 'changed' | 'ordered' | 'used';
const removedSchema = z.object({
  stores: z.array(
    z.object({
      tenant_id: z.string(),
      counts: z.array(z.object({ kind: z.string(), fate: z.string(), how_many: z.number() })),
    }),
  ),
});
const placeSchema = z.object({
  present: z.boolean(),
  open_accounts: z.number(),
  /** The server can make a backup. */
  backups: z.boolean(),
  /** The stores are reachable from other machines. */
  isPublic: z.boolean(),
});

/** Kinds of demo rows, in the page's order. */
export const demoKinds = [
  ...(['product', 'category', 'attribute', 'banner', 'discount', 'search_word'] as const),
  ...(['order', 'message', 'review', 'account', 'file'] as const),
] as const;
type DemoKind = (typeof demoKinds)[number];
export type DemoCounts = Partial<Record<DemoKind, Record<Fate, number>>>;
export type DemoSummary = Filled<Composites['demo_figures']>;
export type DemoPlace = z.output<typeof placeSchema>;

/** Adds up what becomes of rows in all stores. */
export function countsOfAll(stores: readonly { counts: Filled<Composites['demo_count']>[] }[]): DemoCounts {
  const all: DemoCounts = {};
  for (const kind of demoKinds) {
    const found = stores.flatMap(({ counts }) => counts.filter((count) => count.kind === kind));
    if (found.length === 0) continue;
    const sum = (wanted: Fate) =>
      found.reduce((sum, { fate, how_many }) => (fate === wanted ? sum + how_many : sum), 0);
    all[kind] = { goes: sum('goes'), changed: sum('changed'), ordered: sum('ordered'), used: sum('used') };
  }
  return all;
}

async function withToken(init: RequestInit = {}): Promise<Response> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  return fetch(path, {
    ...init,
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
}

/** Reads whether there is a demo, for staff; undefined when the server does not respond. */
export async function readDemoPlace(): Promise<DemoPlace | undefined> {
  const answer = await withToken().catch(() => undefined);
  return answer?.ok ? placeSchema.safeParse(await answer.json()).data : undefined;
}

/** Reads what removing the demo deletes, or why the user may not remove it. */
export async function readDemoSummary(keepChanged: boolean): Promise<DemoSummary | { refusal: string }> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('demo_summary', { p_keep_changed: keepChanged });
  const refusal = refusalMessage(answer.error);
  return refusal ? { refusal } : (dataOf(answer) as DemoSummary);
}

const stepSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('backup') }),
  z.object({ step: z.literal('rows'), backup: z.string().optional() }),
  z.object({ step: z.literal('files'), left: z.number() }),
  z.object({ step: z.literal('done'), removed: removedSchema, backup: z.string().optional() }),
  z.object({
    step: z.literal('failed'),
    error: z.object({
      message: z.string(),
      details: z.string().nullish(),
      hint: z.string().nullish(),
    }),
  }),
]);
export type RemovalStep = z.output<typeof stepSchema>;

/** Thrown when a removal did not finish, with a message for the user. */
export class RemovalFailed extends Error {}

/**
 * Removes the demo, after a backup if the server makes one.
 * @param onStep called with the progress
 * @throws RemovalFailed; TypeError when the store could not be reached
 */
export async function removeDemo(
  choices: { keepChanged: boolean; withoutBackup: boolean },
  onStep: (step: RemovalStep) => void,
): Promise<Extract<RemovalStep, { step: 'done' }>> {
  const body = JSON.stringify({ ...choices, requestId: newId() });
  const answer = await withToken({ method: 'POST', body });
  if (!answer.ok || !answer.body)
    throw new RemovalFailed(z.object({ message: z.string() }).parse(await answer.json()).message);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new RemovalFailed('');
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const step = stepSchema.parse(JSON.parse(line));
      onStep(step);
      if (step.step === 'failed') throw new RemovalFailed(refusalMessage(step.error) ?? step.error.message);
      if (step.step === 'done') return step;
    }
  }
}
