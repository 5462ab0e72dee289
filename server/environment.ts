import { z } from 'zod';

const url = z
  .url({ protocol: /^https?$/, message: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));
const flag = z
  .enum(['0', '1', 'true', 'false', ''], { message: 'must be 1 or 0' })
  .default('')
  .transform((text) => text === '1' || text === 'true');
const text = z.string().trim().min(1, 'must not be empty').optional();
const port = z.coerce.number({ message: 'must be a number' }).int().min(0).max(65_535);

const schema = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default(''),
    NODE_ENV: z
      .enum(['development', 'production', 'test'], { message: 'must be development, production or test' })
      .default('production'),
    SOUK_DATA: z.string().min(1, 'must be a folder').default('.data'),
    SOUK_SEED: z.enum(['demo', 'none'], { message: 'must be demo or none' }).optional(),
    SOUK_ORIGIN: url.optional(),
    SOUK_BACKEND_ORIGIN: url.optional(),
    SOUK_STRICT_HOSTS: flag,
    SOUK_TRUSTED_PROXIES: z.string().default(''),
    SOUK_CONFIRM_EMAIL: flag,
    SOUK_PAGE_CACHE_MB: z.coerce
      .number({ message: 'must be a number of megabytes' })
      .min(1)
      .max(4096)
      .default(64),
    SOUK_LOG: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        message: 'must be debug, info, warn, error or silent',
      })
      .default('warn'),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, message: 'must be a postgresql:// address' })
      .optional(),
    SUPABASE_URL: url.optional(),
    SUPABASE_PUBLISHABLE_KEY: text,
    SUPABASE_SECRET_KEY: text,
    SMTP_HOST: text,
    SMTP_PORT: port.default(587),
    SMTP_USER: text,
    SMTP_PASSWORD: text,
    SMTP_FROM: text,
    SMS_URL: url.optional(),
    SMS_TOKEN: text,
    EMAILJS_ORIGIN: url.default('https://api.emailjs.com'),
    EMAILJS_SERVICE_ID: text,
    EMAILJS_TEMPLATE_ID: text,
    EMAILJS_PUBLIC_KEY: text,
    STRIPE_SECRET_KEY: text,
    STRIPE_WEBHOOK_SECRET: text,
    STRIPE_API_URL: url.default('https://api.stripe.com'),
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    GOOGLE_ISSUER: url.default('https://accounts.google.com'),
  })
  .superRefine((values, context) => {
    const needs = (name: keyof typeof values, others: (keyof typeof values)[]) => {
      if (values[name] === undefined) return;
      for (const other of others) {
        if (values[other] === undefined)
          context.addIssue({ code: 'custom', path: [other], message: `is needed when ${name} is set` });
      }
    };
    needs('SUPABASE_URL', ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY']);
    needs('SMTP_HOST', ['SMTP_FROM']);
    needs('GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET']);
    needs('SMS_TOKEN', ['SMS_URL']);
    needs('STRIPE_SECRET_KEY', ['STRIPE_WEBHOOK_SECRET']);
    needs('STRIPE_WEBHOOK_SECRET', ['STRIPE_SECRET_KEY']);
    needs('EMAILJS_SERVICE_ID', ['EMAILJS_TEMPLATE_ID', 'EMAILJS_PUBLIC_KEY']);
    if (values.SUPABASE_URL && values.DATABASE_URL) {
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_URL'],
        message: 'belongs to the embedded backend and cannot be set together with SUPABASE_URL',
      });
    }
  });

/** Everything that may be set from outside, read once at start. */
export type Environment = z.infer<typeof schema>;

/**
 * Reads the environment.
 * @throws Error that names every bad variable at once, one a line.
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  // An empty variable is how shells and compose files say "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The environment cannot be used:\n${lines.join('\n')}`);
}
