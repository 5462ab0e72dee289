import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { runPeriodically } from './periodic-work.ts';

export type Job = Database['public']['Functions']['take_jobs']['Returns'][number];

/** Somebody else is still working on it: check again later. Does not count as an attempt. */
export class StillPending extends Error {
  override name = 'StillPending';
  /** Seconds until the next check. */
  readonly seconds: number;

  constructor(seconds: number) {
    super('Somebody else works on this');
    this.seconds = seconds;
  }
}

/**
 * Runs a job. May run again after a process died.
 * @throws StillPending to check later; any other Error to retry
 */
export type JobHandler = (job: Job) => Promise<void>;

/**
 * Loads what several jobs of a kind need at once, and returns how to run each, by job id. A job without an
 * entry has nothing left to do.
 */
export interface BatchHandler {
  prepare(jobs: readonly Job[]): Promise<ReadonlyMap<number, () => Promise<void>>>;
}

/** Handlers by kind of job. */
export type JobHandlers = Readonly<Record<string, JobHandler | BatchHandler>>;

export interface JobOptions {
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  handlers: JobHandlers;
  log: Logger;
  /** Jobs run in parallel; by default one after the other, in the order they became due. */
  concurrency?: number;
  /** Only jobs with these keys. */
  keys?: readonly string[] | undefined;
}

const BATCH = 10;

/** Runs all due jobs, batch by batch. */
export async function runAllDueJobs(options: JobOptions, signal?: AbortSignal): Promise<void> {
  while ((await runDueJobs(options, signal)) === BATCH && !signal?.aborted);
}

/** Runs one batch of due jobs. Several processes may share them. @returns how many were taken */
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
      const failure = { p_job_id: job.id, p_attempt: attempt, p_error: loggable(error).message };
      await admin.rpc('fail_job', failure).throwOnError();
      return false;
    }
  }
}

const named = (jobs: readonly Job[]) => ({
  p_job_ids: jobs.map(({ id }) => id),
  p_attempts: jobs.map(({ attempt }) => attempt),
});

/** Returns how to run each job. If a kind's data cannot be loaded, each of its jobs fails with that error. */
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
  /** Seconds between runs of recurring kinds. */
  recurring?: Readonly<Record<string, number>>;
  /** Pauses after each batch, so that a long queue does not slow down the store. */
  hasPauses?: boolean;
}

/** Runs jobs as they become due. @returns a function that stops after the current ones */
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
