import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { runPeriodically } from './periodic-work.ts';

export type Job = Database['public']['Functions']['take_jobs']['Returns'][number];

/** A failure that no further attempt would mend. */
export class FinalFailure extends Error {
  override name = 'FinalFailure';
}

/** What somebody else works on, and is to be looked at again. It counts as no attempt. */
export class StillPending extends Error {
  override name = 'StillPending';
  /** Until it is looked at again. */
  readonly seconds: number;

  constructor(seconds: number) {
    super('Somebody else works on this');
    this.seconds = seconds;
  }
}

/**
 * Does a job. It may have been done before, by a process that died.
 * @throws FinalFailure to give it up; StillPending to come back to it; Error to have it tried again later
 */
export type JobHandler = (job: Job) => Promise<void>;

/**
 * Reads what several jobs of a kind need at once, and says how each is done, by the job's id. One without a way has nothing left
 * to do.
 */
export interface BatchHandler {
  prepare(jobs: readonly Job[]): Promise<ReadonlyMap<number, () => Promise<void>>>;
}

/** What is done with jobs, by kind. */
export type JobHandlers = Readonly<Record<string, JobHandler | BatchHandler>>;

export interface JobOptions {
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  handlers: JobHandlers;
  log: Logger;
  /** Jobs done side by side; one after the other, they keep the order in which they became due. */
  concurrency?: number;
  /** Only jobs under these keys. */
  keys?: readonly string[] | undefined;
}

/** Jobs taken at a time. */
const BATCH = 10;

/** Does all jobs that are due, batch by batch. */
export async function runAllDueJobs(options: JobOptions, signal?: AbortSignal): Promise<void> {
  while ((await runDueJobs(options, signal)) === BATCH && !signal?.aborted);
}

/** Does due jobs once. Several processes share them. @returns how many were taken */
export async function runDueJobs(options: JobOptions, signal?: AbortSignal): Promise<number> {
  const { admin, handlers, log, concurrency = BATCH, keys } = options;
  const due = { p_kinds: Object.keys(handlers), p_limit: BATCH, ...(keys && { p_keys: [...keys] }) };
  const { data: jobs } = await admin.rpc('take_jobs', due).throwOnError();
  if (jobs.length === 0) return 0;
  const ways = await prepare(jobs, handlers);
  const [finished, untried]: [Job[], Job[]] = [[], []];
  const waiting = jobs.values();
  const workOn = async () => {
    for (const job of waiting) {
      if (signal?.aborted) untried.push(job);
      else if (await succeeds(job)) finished.push(job);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, jobs.length) }, workOn));
  if (finished.length > 0) await admin.rpc('finish_jobs', named(finished)).throwOnError();
  if (untried.length > 0)
    await admin.rpc('postpone_jobs', { ...named(untried), p_seconds: 0 }).throwOnError();
  return jobs.length;

  async function succeeds(job: Job): Promise<boolean> {
    try {
      await ways.get(job.id)?.();
      return true;
    } catch (error) {
      const { kind, attempt } = job;
      if (error instanceof StillPending) {
        await admin.rpc('postpone_jobs', { ...named([job]), p_seconds: error.seconds }).throwOnError();
        return false;
      }
      log.warn({ err: loggable(error), kind, attempt }, 'a job failed');
      const failure = {
        p_job_id: job.id,
        p_attempt: attempt,
        p_error: loggable(error).message,
        p_is_final: error instanceof FinalFailure,
      };
      await admin.rpc('fail_job', failure).throwOnError();
      return false;
    }
  }
}

const named = (jobs: readonly Job[]) => ({
  p_job_ids: jobs.map(({ id }) => id),
  p_attempts: jobs.map(({ attempt }) => attempt),
});

/** How each job is done. Jobs of a kind whose data cannot be read fail with why. */
async function prepare(
  jobs: readonly Job[],
  handlers: JobHandlers,
): Promise<ReadonlyMap<number, () => Promise<void>>> {
  const ways = new Map<number, () => Promise<void>>();
  for (const [kind, ofKind] of Map.groupBy(jobs, (job) => job.kind)) {
    const handler = handlers[kind];
    if (typeof handler === 'function') for (const job of ofKind) ways.set(job.id, () => handler(job));
    else
      try {
        for (const [id, way] of (await handler?.prepare(ofKind)) ?? []) ways.set(id, way);
      } catch (error) {
        for (const job of ofKind) ways.set(job.id, () => Promise.reject(error));
      }
  }
  return ways;
}

export interface JobWork extends JobOptions {
  /** Seconds between two runs of the kinds that are done again and again. */
  recurring?: Readonly<Record<string, number>>;
  /** Pauses after each batch, so that much work does not slow down the store. */
  hasPauses?: boolean;
}

/** Does jobs as they are due. @returns a function that stops it after the current ones */
export function jobWork({ recurring = {}, hasPauses = false, ...options }: JobWork): () => Promise<void> {
  const { admin, log } = options;
  let isScheduled = false;
  return runPeriodically({
    every: 3_000,
    grace: 10_000,
    async work(signal) {
      try {
        if (!isScheduled)
          for (const [kind, seconds] of Object.entries(recurring))
            await admin.rpc('schedule_job', { p_kind: kind, p_seconds: seconds }).throwOnError();
        isScheduled = true;
        await (hasPauses ? runDueJobs(options, signal) : runAllDueJobs(options, signal));
      } catch (error) {
        log.warn({ err: loggable(error) }, 'jobs could not be done');
      }
    },
  });
}
