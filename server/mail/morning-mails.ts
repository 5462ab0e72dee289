import type { SupabaseClient } from '@supabase/supabase-js';
import type { MailTransport } from 'embedded-supabase/mail';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { brandById } from '../brands/brand-registry.ts';
import type { BatchHandler, JobHandler } from '../jobs/jobs.ts';
import { composeMorningMail } from './compose-morning-mail.ts';
import { speakingBrand } from './mail-queue.ts';

export interface MorningMailOptions {
  admin: SupabaseClient<Database>;
  transport: Pick<MailTransport, 'send'>;
  origin: string;
}

/** Queues the mails whose hour has come. */
export function morningMailPlanner({ admin }: Pick<MorningMailOptions, 'admin'>): JobHandler {
  return async () => void (await admin.rpc('queue_morning_mails').throwOnError());
}

/**
 * Sends the mails of the morning, in the frame of the first store where their reader works. A job without figures has nothing
 * to say. A crash in between sends a mail again, with the same message id.
 */
export function morningMailHandler({ admin, transport, origin }: MorningMailOptions): BatchHandler {
  return {
    async prepare(jobs) {
      const asked = { p_job_ids: jobs.map(({ id }) => id) };
      const { data } = await admin.rpc('morning_mails_to_send', asked).throwOnError();
      const mails = Map.groupBy(data, ({ job_id }) => job_id);
      return new Map(
        jobs.flatMap(({ id, key }) => {
          const figures = mails.get(id);
          return figures ? [[id, () => send(key, figures)] as const] : [];
        }),
      );
    },
  };

  async function send(
    key: string,
    figures: Database['public']['Functions']['morning_mails_to_send']['Returns'],
  ): Promise<void> {
    const [first] = figures;
    if (!first) return;
    const { brand, pageUrl } = speakingBrand(first, origin, '/admin/morning');
    const stores = [...new Set(figures.map(({ tenant_id }) => tenant_id))].map((id) => {
      const own = brandById(id);
      return { id, name: own ? brandInLanguage(own, brand.defaultLanguage).name : id };
    });
    const mail = { email: first.email, day: first.day, figures, stores };
    await transport.send(composeMorningMail(mail, brand, { id: key.replace(' ', '-'), pageUrl }));
  }
}
