import type { SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { runPeriodically } from './periodic-work.ts';

export type Job = Database['public']['Functions']['take_jobs']['Returns'][number];

/** Does a job. It may have been done before, by a process that died. @throws Error to have it tried again later */
export type JobHandler = (job: Job) => Promise<void>;

/** What is done with jobs, by kind. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

interface JobOptions {
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  handlers: JobHandlers;
  log: Logger;
}

/** Jobs taken at a time, and done side by side. */
const BATCH = 10;

/** Does due jobs once. Several processes share them. @returns how many were taken */
export async function runDueJobs({ admin, handlers, log }: JobOptions): Promise<number> {
  const kinds = { p_kinds: Object.keys(handlers), p_limit: BATCH };
  const { data: jobs } = await admin.rpc('take_jobs', kinds).throwOnError();
  await Promise.all(
    jobs.map(async (job) => {
      const attempt = { p_job_id: job.id, p_attempt: job.attempt };
      try {
        await handlers[job.kind]?.(job);
        await admin.rpc('finish_job', attempt).throwOnError();
      } catch (error) {
        const { message } = loggable(error);
        log.warn({ err: loggable(error), kind: job.kind, attempt: job.attempt }, 'a job failed');
        await admin.rpc('fail_job', { ...attempt, p_error: message }).throwOnError();
      }
    }),
  );
  return jobs.length;
}

/** Does jobs as they are due. @returns a function that stops it after the current ones */
export function jobWork(options: JobOptions): () => Promise<void> {
  return runPeriodically({
    every: 3_000,
    grace: 10_000,
    async work(signal) {
      try {
        while ((await runDueJobs(options)) === BATCH && !signal.aborted);
      } catch (error) {
        options.log.warn({ err: loggable(error) }, 'jobs could not be taken');
      }
    },
  });
}
