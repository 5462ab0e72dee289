import { z } from 'zod';

const url = z
  .url({ protocol: /^https?$/, message: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));
const choice = z
  .enum(['0', '1', 'true', 'false'], { message: 'must be 1 or 0' })
  .transform((text) => text === '1' || text === 'true');
const flag = choice.default(false);
const text = z.string().trim().min(1, 'must not be empty').optional();
const SigningKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.base64url().length(43),
  y: z.base64url().length(43),
  d: z.base64url().length(43),
});
const isSigningKey = (text: string) => {
  try {
    return SigningKey.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};
const port = z.coerce.number({ message: 'must be a number' }).int().min(0).max(65_535);
/** Id of a Paymob integration, one per payment method. */
const integration = z.coerce
  .number({ message: 'must be the number of an integration' })
  .int()
  .positive()
  .optional();
const payMethod = z.enum(['card', 'wallet', 'instalments'], {
  message: 'must be a list of card, wallet and instalments, with commas',
});
const payMethods = z
  .string()
  .default('card,wallet')
  .transform((list) => list.split(',').map((name) => name.trim()))
  .pipe(z.array(payMethod));

/** A duration such as "15m", in milliseconds. */
const duration = z
  .string()
  .regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a time such as 90m, 24h or 7d')
  .transform((value) => Number.parseInt(value, 10) * (MILLISECONDS[value.slice(-1)] ?? 0))
  .refine((value) => value >= 15 * 60_000, 'must be at least 15m');
const MILLISECONDS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Carrier accounts. A store may have its own: BOSTA_API_KEY_INKTHREAD overrides BOSTA_API_KEY. */
const carrierVariables = {
  BOSTA_API_KEY: text,
  BOSTA_WEBHOOK_SECRET: z.string().min(16, 'must have 16 or more letters').optional(),
  BOSTA_LOCATION_ID: text,
  MYLERZ_USERNAME: text,
  MYLERZ_PASSWORD: text,
  MYLERZ_WAREHOUSE: text,
};
/** Payment provider keys. A store may have its own as well. */
const paymentVariables = {
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  PAYMOB_SECRET_KEY: text,
  PAYMOB_PUBLIC_KEY: text,
  PAYMOB_API_KEY: text,
  PAYMOB_HMAC_SECRET: text,
  PAYMOB_CARD_INTEGRATION: integration,
  PAYMOB_WALLET_INTEGRATION: integration,
  PAYMOB_INSTALMENTS_INTEGRATION: integration,
  KASHIER_MERCHANT_ID: text,
  KASHIER_API_KEY: text,
  KASHIER_SECRET_KEY: text,
  KASHIER_METHODS: payMethods,
};
const storeSchema = z.object({ ...carrierVariables, ...paymentVariables });

export type StoreVariables = z.infer<typeof storeSchema>;

export type CarrierVariables = Pick<StoreVariables, keyof typeof carrierVariables>;

/** Keys that are useless unless all keys of the provider are set. */
export const keysOfProviders = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  paymob: ['PAYMOB_SECRET_KEY', 'PAYMOB_PUBLIC_KEY', 'PAYMOB_API_KEY', 'PAYMOB_HMAC_SECRET'],
  kashier: ['KASHIER_MERCHANT_ID', 'KASHIER_API_KEY', 'KASHIER_SECRET_KEY'],
} as const satisfies Record<string, readonly (keyof typeof paymentVariables)[]>;

/** Paymob's payment methods; an account needs at least one. */
export const paymobWays = [
  'PAYMOB_CARD_INTEGRATION',
  'PAYMOB_WALLET_INTEGRATION',
  'PAYMOB_INSTALMENTS_INTEGRATION',
] as const;

/** Missing keys of a provider that has another key set. */
function missingKeys(values: Partial<StoreVariables>): { missing: string; beside: string }[] {
  return Object.values(keysOfProviders).flatMap((keys) => {
    const ways = keys === keysOfProviders.paymob ? paymobWays : [];
    const beside = [...keys, ...ways].find((name) => values[name] !== undefined);
    if (!beside) return [];
    return keys.filter((name) => values[name] === undefined).map((missing) => ({ missing, beside }));
  });
}

const schema = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default(''),
    NODE_ENV: z
      .enum(['development', 'production', 'test'], { message: 'must be development, production or test' })
      .default('production'),
    SOUK_DATA: z.string().min(1, 'must be a folder').default('.data'),
    SOUK_SEED: z.enum(['demo', 'presets', 'none'], { message: 'must be demo, presets or none' }).optional(),
    SOUK_ORIGIN: url.optional(),
    SOUK_BACKEND_ORIGIN: url.optional(),
    SOUK_JWT_KEY: z
      .string()
      .refine(isSigningKey, 'must be a private key on the curve P-256, as a JWK on one line')
      .optional(),
    SOUK_STRICT_HOSTS: flag,
    SOUK_TRUSTED_PROXIES: z.string().default(''),
    SOUK_CONFIRM_EMAIL: choice.optional(),
    SOUK_PAGE_CACHE_MB: z.coerce
      .number({ message: 'must be a number of megabytes' })
      .min(1)
      .max(4096)
      .default(32),
    SOUK_STORE_STORAGE_GB: z.coerce
      .number({ message: 'must be a number of gigabytes' })
      .int('must be a whole number of gigabytes')
      .min(1)
      .max(100_000)
      .default(20),
    SOUK_METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more letters, digits and signs without a space')
      .optional(),
    SOUK_ALERT_EMAIL: z.email('must be an email address').optional(),
    SOUK_LOG: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        message: 'must be debug, info, warn, error or silent',
      })
      .default('warn'),
    SOUK_BACKUP_DIR: text,
    SOUK_BACKUP_EVERY: duration.optional(),
    SOUK_BACKUP_KEEP: z.coerce
      .number({ message: 'must be a number of backups' })
      .int('must be a whole number of backups')
      .min(1, 'must be at least 1')
      .max(1000, 'must be at most 1000')
      .optional(),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, message: 'must be a postgresql:// address' })
      .optional(),
    S3_ENDPOINT: url.optional(),
    S3_BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
      )
      .optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]{2,40}$/, 'must be a region such as eu-central-1')
      .default('us-east-1'),
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
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
    TWILIO_ACCOUNT_SID: text,
    TWILIO_AUTH_TOKEN: text,
    TWILIO_FROM: text,
    TWILIO_API_URL: url.default('https://api.twilio.com'),
    WHATSAPP_PHONE_NUMBER_ID: text,
    WHATSAPP_ACCESS_TOKEN: text,
    WHATSAPP_APP_SECRET: text,
    WHATSAPP_VERIFY_TOKEN: text,
    WHATSAPP_API_URL: url.default('https://graph.facebook.com/v24.0'),
    EMAILJS_ORIGIN: url.default('https://api.emailjs.com'),
    EMAILJS_SERVICE_ID: text,
    EMAILJS_TEMPLATE_ID: text,
    EMAILJS_PUBLIC_KEY: text,
    STRIPE_API_URL: url.default('https://api.stripe.com'),
    PAYMOB_API_URL: url.default('https://accept.paymob.com'),
    ...paymentVariables,
    KASHIER_API_URL: url.default('https://api.kashier.io'),
    KASHIER_ORDERS_URL: url.default('https://fep.kashier.io'),
    ...carrierVariables,
    BOSTA_API_URL: url.default('https://app.bosta.co/api/v2'),
    MYLERZ_API_URL: url.default('https://integration.mylerz.net'),
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
    const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    const firstSet = s3.find((name) => values[name] !== undefined);
    if (firstSet) needs(firstSet, [...s3]);
    needs('SOUK_BACKUP_EVERY', ['SOUK_BACKUP_DIR']);
    needs('SOUK_BACKUP_KEEP', ['SOUK_BACKUP_DIR']);
    needs('SMTP_HOST', ['SMTP_FROM']);
    needs('GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET']);
    needs('SMS_TOKEN', ['SMS_URL']);
    needs('MYLERZ_USERNAME', ['MYLERZ_PASSWORD']);
    needs('MYLERZ_PASSWORD', ['MYLERZ_USERNAME']);
    needs('TWILIO_ACCOUNT_SID', ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM']);
    needs('WHATSAPP_PHONE_NUMBER_ID', [
      'WHATSAPP_ACCESS_TOKEN',
      'WHATSAPP_APP_SECRET',
      'WHATSAPP_VERIFY_TOKEN',
    ]);
    for (const { missing, beside } of missingKeys(values))
      context.addIssue({
        code: 'custom',
        path: [missing],
        message: `is needed when ${beside} is set`,
      });
    needs('EMAILJS_SERVICE_ID', ['EMAILJS_TEMPLATE_ID', 'EMAILJS_PUBLIC_KEY']);
    for (const name of ['DATABASE_URL', 'S3_BUCKET', 'SOUK_JWT_KEY', 'SOUK_BACKUP_DIR'] as const) {
      if (!values.SUPABASE_URL || !values[name]) continue;
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'belongs to the embedded backend and cannot be set together with SUPABASE_URL',
      });
    }
  });

/** All settings, read once at startup. */
export type Environment = z.infer<typeof schema> & {
  /** Stores' own accounts, by the suffix of their variables: `INKTHREAD`. */
  storeVariables: ReadonlyMap<string, StoreVariables>;
};

/** Suffix of a store's own variables. */
export const suffixOf = (tenantId: string) => tenantId.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/** @throws Error for variables whose suffix belongs to no store */
export function requireKnownStores({ storeVariables }: Environment, tenantIds: readonly string[]): void {
  const known = new Set(tenantIds.map(suffixOf));
  const strangers = [...storeVariables.keys()].filter((suffix) => !known.has(suffix));
  if (strangers.length > 0)
    throw new Error(`The environment cannot be used: no store is called ${strangers.join(' or ')}`);
}

/** Whether new accounts must confirm their address: by default, as soon as mail leaves the machine. */
export const confirmsEmail = ({
  SOUK_CONFIRM_EMAIL,
  SMTP_HOST,
}: Pick<Environment, 'SOUK_CONFIRM_EMAIL' | 'SMTP_HOST'>): boolean =>
  SOUK_CONFIRM_EMAIL ?? SMTP_HOST !== undefined;

/** The environment of a staging copy, which must neither send messages nor charge anybody. */
export function withoutOutgoing(environment: Environment): Environment {
  return {
    ...environment,
    SMTP_HOST: undefined,
    SMS_URL: undefined,
    TWILIO_ACCOUNT_SID: undefined,
    WHATSAPP_PHONE_NUMBER_ID: undefined,
    EMAILJS_SERVICE_ID: undefined,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    PAYMOB_SECRET_KEY: undefined,
    KASHIER_SECRET_KEY: undefined,
    BOSTA_API_KEY: undefined,
    MYLERZ_USERNAME: undefined,
    storeVariables: new Map(),
  };
}

const SECRET = /KEY|SECRET|TOKEN|PASSWORD|DATABASE_URL/;

/**
 * Parses the environment.
 * @throws Error that lists every invalid variable with its value, one per line
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  // Shells and Compose set unset variables to ''.
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = schema.safeParse(nonEmpty);
  const stores = readStoreVariables(nonEmpty);
  if (result.success && stores.issues.length === 0) return { ...result.data, storeVariables: stores.found };
  const issues = [...(result.error?.issues ?? []), ...stores.issues];
  const lines = issues.map(({ path, message }) => {
    const name = path.join('.');
    const value = nonEmpty[name];
    // Secrets must not appear in logs.
    const quotedValue = value === undefined || SECRET.test(name) ? '' : `, not ${JSON.stringify(value)}`;
    return `  ${name} ${message}${quotedValue}`;
  });
  throw new Error(`The environment cannot be used:\n${lines.join('\n')}`);
}

/** Reads variables that end with a store's suffix. */
function readStoreVariables(variables: Readonly<Record<string, string | undefined>>) {
  const byStore = new Map<string, Record<string, string | undefined>>();
  for (const [name, value] of Object.entries(variables)) {
    const variable = Object.keys(storeSchema.shape).find((known) => name.startsWith(`${known}_`));
    if (!variable) continue;
    const store = name.slice(variable.length + 1);
    byStore.set(store, { ...byStore.get(store), [variable]: value });
  }
  const found = new Map<string, StoreVariables>();
  const issues: { path: PropertyKey[]; message: string }[] = [];
  for (const [store, own] of byStore) {
    const named = (name: string) => [`${name}_${store}`];
    const result = storeSchema.safeParse(own);
    if (result.success) found.set(store, result.data);
    else
      issues.push(
        ...result.error.issues.map(({ path, message }) => ({ path: named(path.join('.')), message })),
      );
    issues.push(
      ...missingKeys(result.data ?? {}).map(({ missing, beside }) => ({
        path: named(missing),
        message: `is needed when ${beside}_${store} is set`,
      })),
    );
  }
  return { found, issues };
}
