import {
  AMOUNT_DEFAULTS,
  BUDGET_DEFAULTS,
  parseLimits,
  RATE_DEFAULTS,
} from './limits/limit-table.ts'
import { DESK_SETTINGS } from './desk-settings-schema.ts'
import { MAIL_SETTINGS } from './mail-settings-schema.ts'
import { LOG_LEVELS } from './log.ts'
import { FIRST_BYTE_SETTING, GAP_SETTING } from './models/failure-remedy.ts'
import { PATIENT_LIMITS, PROVIDER_LIMITS } from './models/provider-limits.ts'
import { EMBEDDING_NAMES, PROVIDER_SETTINGS, PROVIDERS, type Provider } from './models/providers.ts'
import { parseAllowedOrigins, parseOrigins } from './projects/origins.ts'
import { SYSTEM_MAX_BYTES } from './models/system-text.ts'
import { HOST_SECRET_MIN_BYTES } from './projects/auth-rule-schema.ts'
import { CONNECTIONS_MIN } from './routes/connections.ts'
import { ADDRESS_CONNECTIONS_MAX } from './routes/peer-connections.ts'
import {
  asAddress,
  asHost,
  asNumber,
  asOneOf,
  asOrigin,
  asOriginOfAddress,
  asOrigins,
  asSecret,
  asSwitch,
  asText,
  asTextUpTo,
  type Setting,
} from './setting.ts'
import { POOL_SIZE } from './store/pool-size.ts'

/** Maximum within the 25 seconds of a stop; running answers have the rest. */
const STOP_DELAY_MAX_SECONDS = 20
const PORT_MAX = 65_535
const TRUSTED_PROXIES_MAX = 16
const DATABASE_CONNECTIONS_MAX = 1_000
/** Leaves about three quarters of a volume of 1 GB for files. */
const MIN_FREE_MIB = 128
const MIN_FREE_MIB_ANONYMOUS = 256
const MIN_FREE_MIB_MAX = 99_999
const MODEL_SECONDS_MAX = PROVIDER_LIMITS.totalMs / 1000
const CONNECTIONS_PER_ADDRESS_MAX = 99_999
/** Width of the column of limit names, in characters. */
const COLUMN = 48

/**
 * Every setting of the server, in the order of `.env.example`, which `npm run settings` writes from here. A
 * new setting is a row here, and its use: `Settings` has it under the row's key.
 */
export const SETTINGS = {
  model: {
    title: 'The model',
    name: 'ALCOVE_MODEL',
    about: `The model that answers: ${PROVIDERS.map(namesModel).join(', ')}. Unset: the built-in demo model, demo,
      which a server that others can reach needs explicitly: it does not start without a model.`,
    example: 'openai/gpt-5',
    parse: asText,
  },
  system: {
    name: 'ALCOVE_SYSTEM',
    about: `Instructions for the model at the start of every conversation, at most ${SYSTEM_MAX_BYTES.toLocaleString('en')} bytes.`,
    example: 'You help the customers of a book shop. Be brief.',
    parse: asTextUpTo(SYSTEM_MAX_BYTES),
  },
  embeddingModel: {
    name: 'ALCOVE_EMBEDDING_MODEL',
    about: `The model by which questions find pages of an owner's knowledge in other words than the page's:
      ${EMBEDDING_NAMES.join(' or ')}. Unset: pages are found by their words alone.`,
    example: 'openai/text-embedding-3-small',
    parse: asText,
  },

  modelFirstByteSeconds: {
    name: FIRST_BYTE_SETTING,
    about: `How long a model may take to the first byte of its answer, and how long it may pause in it. Unset:
      ${PROVIDER_LIMITS.firstByteMs / 1000} and ${PROVIDER_LIMITS.gapMs / 1000} seconds;
      ${PATIENT_LIMITS.firstByteMs / 1000} and ${PATIENT_LIMITS.gapMs / 1000} for openai-compatible, whose server may
      load the model first. The whole answer has ${PROVIDER_LIMITS.totalMs / 1000} seconds.`,
    example: String(PATIENT_LIMITS.firstByteMs / 1000),
    parse: asNumber(undefined, MODEL_SECONDS_MAX, 1),
  },
  modelGapSeconds: {
    name: GAP_SETTING,
    example: String(PATIENT_LIMITS.gapMs / 1000),
    parse: asNumber(undefined, MODEL_SECONDS_MAX, 1),
  },

  allowedOrigins: {
    title: 'Who may embed it',
    name: 'ALCOVE_ALLOWED_ORIGINS',
    about: `Origins of host pages, separated by commas. https only; https://*.shop.example allows all its
      subdomains. Pages of http://localhost:* and http://127.0.0.1:* may embed it anyway, except in
      production: NODE_ENV=production, or a HOST or an ALCOVE_PUBLIC_URL that is not this machine's own.`,
    example: 'https://shop.example,https://www.shop.example',
    // A line break at the end is an attack or an accident; both are reported.
    isRaw: true,
    parse: parseAllowedOrigins,
  },
  /** Pages that may call the API of project `default` without the frame. */
  callerOrigins: {
    name: 'ALCOVE_API_ORIGINS',
    about: `Origins of pages that call the API of project default without the chat's frame, such as one with
      assistant-ui; written as above. In production those of localhost have to be named here as well.`,
    example: 'https://app.shop.example',
    isRaw: true,
    parse: parseAllowedOrigins,
  },
  hostSecret: {
    name: 'ALCOVE_HOST_SECRET',
    about: `Shared with the host page's own backend, at least ${HOST_SECRET_MIN_BYTES} bytes: it signs who the
      visitor is (HS256, claims sub and exp, at most 24 hours). Unset: visitors are anonymous and identify()
      is refused.`,
    example: '',
    hides: 'all',
    parse: asSecret(HOST_SECRET_MIN_BYTES),
  },
  configPath: {
    name: 'ALCOVE_CONFIG',
    about: `Several projects, and settings without a line here (assistants, tools, rules for tokens, limits of a
      project), are in a module: copy alcove.config.example.ts to alcove.config.ts. Another place:`,
    example: './alcove.config.ts',
    parse: asText,
  },
  allowsLocalTools: {
    name: 'ALCOVE_ALLOW_LOCAL_TOOLS',
    about: `Lets a tool's endpoint or a webhook be at http://localhost, 127.0.0.1 or [::1], and crawls read pages
      there. For development only.`,
    example: '1',
    parse: asSwitch,
  },

  port: {
    title: 'Where it listens',
    name: 'PORT',
    about: 'The service, and the address it listens on: 0.0.0.0 in a container.',
    example: '8787',
    parse: asNumber(8787, PORT_MAX),
  },
  host: {
    name: 'HOST',
    example: '127.0.0.1',
    parse: asHost,
  },
  demoPort: {
    name: 'DEMO_PORT',
    about: 'The demo site that `npm start` serves beside it.',
    example: '8788',
    parse: asNumber(8788, PORT_MAX),
  },
  publicUrl: {
    name: 'ALCOVE_PUBLIC_URL',
    about: `The origin that browsers see. Requests to other hosts are refused (421), except for IP addresses,
      localhost, and the names in HOST, ALCOVE_FILES_URL and ALCOVE_OWN_ORIGINS. Unset: the origin is taken from
      each request.`,
    example: 'https://chat.shop.example',
    parse: asOrigin,
  },
  ownOrigins: {
    name: 'ALCOVE_OWN_ORIGINS',
    about: `Other origins that lead to this server, separated by commas, such as the one by which other containers
      call it. Calls with a server's key and health checks are answered by any name.`,
    example: 'http://alcove:8787,https://chat.intern.example',
    parse: asOrigins,
  },
  trustedProxies: {
    name: 'ALCOVE_TRUSTED_PROXIES',
    about: `Number of proxies in front that are trusted with a visitor's address (X-Forwarded-For).`,
    example: '0',
    parse: asNumber(0, TRUSTED_PROXIES_MAX),
  },
  stopDelaySeconds: {
    name: 'ALCOVE_STOP_DELAY_SECONDS',
    about: `After SIGTERM the server still takes calls for so many seconds, while /readyz answers 503: time for a
      balancer to send no more. Part of the 25 seconds that running answers have; at most ${STOP_DELAY_MAX_SECONDS}.`,
    example: '0',
    parse: asNumber(0, STOP_DELAY_MAX_SECONDS),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    about: `The lowest level that is logged: debug, info, warn or error. Unset: warn at a terminal, info elsewhere.`,
    example: 'info',
    parse: asOneOf(LOG_LEVELS, 'debug, info, warn or error'),
  },
  nodeEnv: { name: 'NODE_ENV', parse: asText },
  /** The demo site of `npm start`: for the demo's own configuration, and for links of the service's root. */
  demoOrigin: { name: 'ALCOVE_DEMO_ORIGIN', parse: asText },

  apiBase: {
    title: "The frame's build",
    // The build has validated it; here its origin matters, for the frame's policy.
    name: 'ALCOVE_API_BASE',
    about: `The API that the frame calls, if not that of its own document; empty: none. A module that makes
      the frame's client instead. Both are put in by the build: docs/building-your-own-frame.md.`,
    example: 'https://chat.shop.example/p/shop',
    parse: asOriginOfAddress,
  },
  /** Read by the frame's build. */
  cloudClient: { name: 'ALCOVE_CLOUD_CLIENT', example: './our-client.ts', parse: asText },
  connectOrigins: {
    name: 'ALCOVE_CONNECT_ORIGINS',
    about: 'Origins that such a client calls; the server lets the frame reach them.',
    example: 'https://bot.example.com',
    parse: (text, name): readonly string[] =>
      parseOrigins(
        (text ?? '').split(',').flatMap((entry) => entry.trim() || []),
        name,
      ),
  },

  ...DESK_SETTINGS,

  ...MAIL_SETTINGS,

  dataDir: {
    title: 'Data',
    name: 'ALCOVE_DATA_DIR',
    about:
      'The folder of the embedded database, of its lock and of the secret below. One server per folder.',
    example: './data',
    parse: asText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    about: 'Postgres instead of the embedded database.',
    example: 'postgres://alcove:password@localhost:5432/alcove',
    hides: 'password',
    parse: asAddress((text) => /^postgres(ql)?:\/\//.test(text), 'postgres://'),
  },
  databaseConnections: {
    name: 'ALCOVE_DATABASE_CONNECTIONS',
    about: `How many connections to Postgres this server opens at most: 1 for PGlite behind a socket. All servers
      together stay below the max_connections of Postgres.`,
    example: String(POOL_SIZE),
    parse: asNumber(POOL_SIZE, DATABASE_CONNECTIONS_MAX, 1),
  },
  s3Bucket: {
    name: 'S3_BUCKET',
    about:
      'Files in a bucket instead of the data folder. The endpoint is needed for anything but Amazon.',
    example: 'alcove-files',
    parse: asText,
  },
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    example: 'https://s3.eu-central-1.amazonaws.com',
    parse: asText,
  },
  s3Region: { name: 'S3_REGION', example: 'eu-central-1', parse: asText },
  s3AccessKeyId: { name: 'S3_ACCESS_KEY_ID', example: '', parse: asText },
  s3SecretAccessKey: { name: 'S3_SECRET_ACCESS_KEY', example: '', hides: 'all', parse: asText },
  minFreeMib: {
    name: 'ALCOVE_MIN_FREE_MIB',
    about: `For files in the data folder: a file is refused if it would leave less than so many MiB free on the
      disk, so that messages can still be stored. The second number, the higher one, is for visitors without a
      name. 0: no floor. At most ${MIN_FREE_MIB_MAX}.`,
    example: String(MIN_FREE_MIB),
    parse: asNumber(MIN_FREE_MIB, MIN_FREE_MIB_MAX),
  },
  minFreeMibAnonymous: {
    name: 'ALCOVE_MIN_FREE_MIB_ANONYMOUS',
    example: String(MIN_FREE_MIB_ANONYMOUS),
    parse: asNumber(MIN_FREE_MIB_ANONYMOUS, MIN_FREE_MIB_MAX),
  },
  filesUrl: {
    name: 'ALCOVE_FILES_URL',
    about: `Another origin that leads to this server, for files alone: uploaded files then never share
      an origin with the chat. Unset: the service's own.`,
    example: 'https://files.shop.example',
    parse: asOrigin,
  },
  secret: {
    name: 'ALCOVE_SECRET',
    about: `Signs access tokens, at least ${HOST_SECRET_MIN_BYTES} bytes. Unset: made once, in the data folder.
      With DATABASE_URL it is required, and the same on every server.`,
    example: '',
    hides: 'all',
    parse: asSecret(HOST_SECRET_MIN_BYTES),
  },

  limits: {
    title: 'Limits',
    name: 'ALCOVE_LIMITS',
    about: [
      `JSON over the defaults, by name; a project's block may override them again. Rates:`,
      ...listed(Object.entries(RATE_DEFAULTS).map(([name, { count }]) => [name, count])),
      'Amounts, in bytes unless the name has another unit; pdfSeconds counts processor time:',
      ...listed(Object.entries(AMOUNT_DEFAULTS)),
      'Budgets of models for a day (UTC); docs/operating.md has the arithmetic:',
      ...listed(Object.entries(BUDGET_DEFAULTS)),
      `The frame shows people the limits of files, texts and page tools. Visitors without a name never have
      higher limits for files and messages than others: a lower fileBytes, userStorageBytes or
      userMessageBytes applies to them too.`,
      `"off" counts no calls, running answers, budgets or connections of an address, and warns at start: for
      tests only. Sizes still hold.`,
    ],
    example: '{"runsPerAnonymousUserPerDay":20}',
    parse: parseLimits,
  },
  connectionsPerAddress: {
    name: 'ALCOVE_CONNECTIONS_PER_ADDRESS',
    about: `How many connections to one server an address may have open; behind trusted proxies, how many requests.
      0: any number. Unset: a quarter of what the server accepts, at least ${CONNECTIONS_MIN} and at most
      ${ADDRESS_CONNECTIONS_MAX}. Raise it if many visitors share one address: a campus, a mobile carrier.`,
    example: '500',
    parse: asNumber(undefined, CONNECTIONS_PER_ADDRESS_MAX),
  },
  redisUrl: {
    name: 'REDIS_URL',
    about: `Several servers count together in a Redis, and follow each other's answers there. Unset, or during
      an outage: each server counts separately, and answers are followed in the database.`,
    example: 'redis://127.0.0.1:6379',
    hides: 'password',
    parse: asAddress(
      (text) => /^rediss?:\/\//.test(text) && URL.canParse(text),
      'redis:// or rediss://',
    ),
  },
} as const satisfies Record<string, Setting<unknown>>

/** Keys and addresses of the providers; `ProviderSetting` reads them where a model is made. */
export const PROVIDER_ROWS: readonly Setting<string | undefined>[] = PROVIDER_SETTINGS.map(
  ({ name, example, isSecret, isHeaders }, index) => ({
    name,
    ...(index === 0
      ? { about: `Keys, addresses and further headers of providers.${addressesNeeded()}` }
      : {}),
    example,
    ...(isSecret ? { hides: 'all' } : {}),
    ...(isHeaders === true ? { hides: 'headers' } : {}),
    parse: asText,
  }),
)

/** Every setting, in the order of `.env.example`: those of the providers follow the model. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = Object.values<Setting<unknown>>(
  SETTINGS,
).flatMap((setting) => (setting === SETTINGS.model ? [setting, ...PROVIDER_ROWS] : [setting]))

function namesModel({ name, about }: Provider): string {
  return about === undefined ? `${name}/<model>` : `${name}/<model> (${about})`
}

/** A sentence for each provider without a default address. */
function addressesNeeded(): string {
  const needing = PROVIDERS.filter(({ settings }) =>
    settings.some(({ isNeeded, isSecret }) => isNeeded && !isSecret),
  )
  return needing.map(({ name }) => ` ${name} needs the address.`).join('')
}

/** `  runsPerUserPerDay 1000`, two on a line. */
function listed(numbers: readonly (readonly [name: string, count: number])[]): readonly string[] {
  const texts = numbers.map(([name, count]) => `${name} ${count}`)
  const rows = texts.flatMap((left, index) => (index % 2 === 0 ? [[left, texts[index + 1]]] : []))
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(COLUMN)} ${right}`.trimEnd())
}
