import { resolve } from 'node:path'
import { AlcoveError } from '../shared/errors.ts'
import { LOCAL_ORIGINS, parseAllowedOrigins, parseOrigins } from './projects/allowed-origins.ts'
import { parseLimits, type LimitTable } from './limits/limit-table.ts'
import { HOST_SECRET_MIN_BYTES, SYSTEM_MAX_BYTES } from './projects/config-schema.ts'
import { isProduction } from './is-production.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'
import { readObjectStore, type ObjectStoreSettings } from './object-store-settings.ts'
import type { ModelSettings } from './models/providers.ts'
import { unknownSettings } from './unknown-settings.ts'

const PORT_MAX = 65_535
const TRUSTED_PROXIES_MAX = 16

/** The operator's settings, checked. `.env.example` describes each. */
export interface Settings {
  /** 8787; 0 takes any free one. */
  readonly port: number
  /** 127.0.0.1. */
  readonly host: string
  /** 8788; 0 takes any free one. */
  readonly demoPort: number
  /** An absolute path; `data` in the working folder. */
  readonly dataDir: string
  /** The origin that browsers see; undefined: taken from each request. */
  readonly publicUrl: string | undefined
  /** Origins besides its own that the frame calls: what it was built for, and a supplied client's. */
  readonly apiOrigins: readonly string[]
  /** Signs access tokens and derives refresh tokens. */
  readonly secret: string
  /** Verifies tokens of host pages; undefined: none is accepted. */
  readonly hostSecret: string | undefined
  /** Whether others than the developer can reach it. */
  readonly isProduction: boolean
  /** This machine's own pages, which may call the API of any project; none in production. */
  readonly localOrigins: readonly string[]
  /** Other pages that may call the API of project `default` without the frame. */
  readonly callerOrigins: readonly string[]
  /** Host pages that may embed the frame of project `default`, as sources of `frame-ancestors`. */
  readonly allowedHosts: readonly string[]
  readonly limits: LimitTable
  /** Redis, which counts for several servers together; undefined: each counts in memory. */
  readonly redisUrl: string | undefined
  /** `alcove.config.ts` or another module; undefined: that name in the working folder, if it is there. */
  readonly configPath: string | undefined
  /** Another origin by which browsers reach this server for files; undefined: its own. */
  readonly filesUrl: string | undefined
  /** An object store for files; undefined: the data folder. */
  readonly objectStore: ObjectStoreSettings | undefined
  /** Proxies in front whose `X-Forwarded-For` entries are believed; 0. */
  readonly trustedProxies: number
  readonly model: ModelSettings
  /** Instructions of the operator to the model. */
  readonly system: string | undefined
  /** Postgres; undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  /** What the log leaves out; undefined: as it fits who reads it. */
  readonly logLevel: LogLevel | undefined
  /** Sentences for the log at start. */
  readonly warnings: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment, once. Which model the settings name is checked where it is made.
 *
 * @param loadSecret gives the data folder's own secret, and makes it when there is none.
 * @throws AlcoveError `config_invalid`, naming the setting, its value and what was expected.
 */
export function readSettings(env: Environment, loadSecret: (dataDir: string) => string): Settings {
  const known = new Set(READ_ELSEWHERE)
  const read = (name: string) => {
    known.add(name)
    return env[name]?.trim() || undefined
  }
  const dataDir = resolve(read('ALCOVE_DATA_DIR') ?? 'data')
  const databaseUrl = parseDatabaseUrl(read('DATABASE_URL'))
  const host = parseHost(read('HOST'))
  const publicUrl = parseOrigin('ALCOVE_PUBLIC_URL', read('ALCOVE_PUBLIC_URL'))
  const isPublic = isProduction({ nodeEnv: read('NODE_ENV'), host, publicUrl })
  const localOrigins = isPublic ? [] : LOCAL_ORIGINS
  const limits = parseLimits(read('ALCOVE_LIMITS'))
  const allowsLocalTools = parseSwitch('ALCOVE_ALLOW_LOCAL_TOOLS', read('ALCOVE_ALLOW_LOCAL_TOOLS'))
  return {
    port: parsePort('PORT', read('PORT'), 8787),
    host,
    demoPort: parsePort('DEMO_PORT', read('DEMO_PORT'), 8788),
    dataDir,
    publicUrl,
    apiOrigins: [
      ...parseApiOrigin(read('ALCOVE_API_BASE')),
      ...parseOrigins(splitList(read('ALCOVE_CONNECT_ORIGINS')), 'ALCOVE_CONNECT_ORIGINS'),
    ],
    secret: readSecret(read('ALCOVE_SECRET'), databaseUrl, () => loadSecret(dataDir)),
    hostSecret: parseSecret('ALCOVE_HOST_SECRET', read('ALCOVE_HOST_SECRET')),
    isProduction: isPublic,
    localOrigins,
    // Not trimmed: a line break at its end is an attack or an accident, and both are told.
    callerOrigins: parseAllowedOrigins(env['ALCOVE_API_ORIGINS'], 'ALCOVE_API_ORIGINS'),
    allowedHosts: [...localOrigins, ...parseAllowedOrigins(env['ALCOVE_ALLOWED_ORIGINS'])],
    limits,
    redisUrl: parseRedisUrl(read('REDIS_URL')),
    configPath: read('ALCOVE_CONFIG'),
    filesUrl: parseOrigin('ALCOVE_FILES_URL', read('ALCOVE_FILES_URL')),
    objectStore: readObjectStore(read),
    trustedProxies: parseProxies(read('ALCOVE_TRUSTED_PROXIES')),
    model: {
      model: read('ALCOVE_MODEL'),
      openaiApiKey: read('OPENAI_API_KEY'),
      openaiBaseUrl: read('OPENAI_BASE_URL'),
      anthropicApiKey: read('ANTHROPIC_API_KEY'),
      anthropicBaseUrl: read('ANTHROPIC_BASE_URL'),
      allowsLocalTools,
    },
    system: parseSystem(read('ALCOVE_SYSTEM')),
    databaseUrl,
    logLevel: parseLevel(read('LOG_LEVEL')),
    warnings: [
      ...(limits.rates === 'off' ? [LIMITS_OFF_WARNING] : []),
      ...(allowsLocalTools ? [LOCAL_TOOLS_WARNING] : []),
      // Last: by now everything that is a setting has been read.
      ...unknownSettings(env, known),
    ],
  }
}

/** By the frame's build, by the demo's configuration, and as it stands. */
const READ_ELSEWHERE = [
  'ALCOVE_CLOUD_CLIENT',
  'ALCOVE_DEMO_ORIGIN',
  'ALCOVE_ALLOWED_ORIGINS',
  'ALCOVE_API_ORIGINS',
]

const LIMITS_OFF_WARNING =
  'ALCOVE_LIMITS=off: nothing limits how often anybody calls. Use it for tests only.'

const LOCAL_TOOLS_WARNING =
  'ALCOVE_ALLOW_LOCAL_TOOLS=1: tools may call addresses of this machine. Use it for development only.'

function parseSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '0') return false
  if (text === '1') return true
  throw invalid(name, JSON.stringify(text), '1, or nothing')
}

function parseLevel(text: string | undefined): LogLevel | undefined {
  const level = LOG_LEVELS.find((name) => name === text)
  if (level !== undefined || text === undefined) return level
  throw invalid('LOG_LEVEL', JSON.stringify(text), 'debug, info, warn or error')
}

function parseNumber(name: string, text: string | undefined, fallback: number, max: number) {
  if (text === undefined) return fallback
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (number <= max) return number
  throw invalid(name, JSON.stringify(text), `a whole number from 0 to ${max}`)
}

const parsePort = (name: string, text: string | undefined, fallback: number): number =>
  parseNumber(name, text, fallback, PORT_MAX)

const parseProxies = (text: string | undefined): number =>
  parseNumber('ALCOVE_TRUSTED_PROXIES', text, 0, TRUSTED_PROXIES_MAX)

function parseHost(text: string | undefined): string {
  if (text === undefined) return '127.0.0.1'
  if (/^[\w.:-]+$/.test(text) && !text.includes('://')) return text
  throw invalid('HOST', JSON.stringify(text), 'an address to listen on, such as 127.0.0.1')
}

function parseOrigin(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const rest = url && url.username + url.password + url.pathname + url.search + url.hash
  const isOrigin = url && /^https?:$/.test(url.protocol) && rest === '/'
  if (isOrigin) return url.origin
  throw invalid(
    name,
    JSON.stringify(withoutCredentials(text)),
    'an origin without a path, such as https://chat.example.com',
  )
}

/** The frame's build has checked it; here only its origin counts, for the frame's policy. */
function parseApiOrigin(text: string | undefined): readonly string[] {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
}

const splitList = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').flatMap((entry) => entry.trim() || [])

function parseDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0] ?? 'something without a scheme'
  throw invalid('DATABASE_URL', scheme, 'an address that begins with postgres://')
}

function parseRedisUrl(text: string | undefined): string | undefined {
  if (text === undefined || (/^rediss?:\/\//.test(text) && URL.canParse(text))) return text
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0] ?? 'something without a scheme'
  throw invalid('REDIS_URL', scheme, 'an address that begins with redis:// or rediss://')
}

function readSecret(
  text: string | undefined,
  databaseUrl: string | undefined,
  loadSecret: () => string,
): string {
  const secret = parseSecret('ALCOVE_SECRET', text)
  if (secret !== undefined) return secret
  if (databaseUrl === undefined)
    return parseSecret('The file "secret" of ALCOVE_DATA_DIR', loadSecret()) ?? ''
  throw invalid(
    'ALCOVE_SECRET',
    'not set',
    `the same ${HOST_SECRET_MIN_BYTES} bytes or more on every server, since DATABASE_URL is set`,
  )
}

function parseSecret(name: string, text: string | undefined): string | undefined {
  if (text === undefined || Buffer.byteLength(text) >= HOST_SECRET_MIN_BYTES) return text
  const bytes = Buffer.byteLength(text)
  throw invalid(name, `${bytes} bytes long`, `at least ${HOST_SECRET_MIN_BYTES} random bytes`)
}

function parseSystem(text: string | undefined): string | undefined {
  const bytes = Buffer.byteLength(text ?? '')
  if (bytes <= SYSTEM_MAX_BYTES) return text
  throw invalid('ALCOVE_SYSTEM', `${bytes} bytes long`, `at most ${SYSTEM_MAX_BYTES} bytes`)
}

const withoutCredentials = (text: string): string => text.replace(/\/\/[^/]*@/, '//…@')

const invalid = (name: string, value: string, expected: string): AlcoveError =>
  new AlcoveError('config_invalid', `${name} is ${value}; expected ${expected}.`)
