import { resolve } from 'node:path'
import { AlcoveError } from '../shared/errors.ts'
import { nearestName } from '../shared/nearest-name.ts'
import { addressWarnings } from './address-warnings.ts'
import type { OpenIdSettings } from './desk/open-id.ts'
import { deskOpenIdOf, requireOwnDeskHost } from './desk-settings-schema.ts'
import type { S3Settings } from './files/s3-client.ts'
import { mailSettingsOf } from './mail-settings-schema.ts'
import type { MailSettings } from './notices/mailer.ts'
import { isLoopback } from './projects/host-name.ts'
import { LOCAL_ORIGINS } from './projects/origins.ts'
import { listNamedLimits } from './limits/limit-table.ts'
import { HOST_SECRET_MIN_BYTES } from './projects/auth-rule-schema.ts'
import { refuse, type Setting } from './setting.ts'
import type { ProviderTexts } from './models/providers.ts'
import { parseHeaders, secretHeaders } from './models/request-headers.ts'
import { ALL_SETTINGS, PROVIDER_ROWS, SETTINGS } from './settings-schema.ts'

/** Parsed values of the settings, by their keys in the schema. */
type SettingValues = {
  readonly [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key]['parse']>
}

/** The operator's settings, validated: those of the schema, and values derived from several of them. */
export interface Settings extends SettingValues {
  /** Keys and addresses of the providers, by their names in the environment. */
  readonly providers: ProviderTexts
  /** Absolute path; default: `data` in the working folder. */
  readonly dataDir: string
  /** Signs access tokens and derives refresh tokens. */
  readonly secret: string
  /** Origins besides its own that the frame calls: the API of its build, and that of a supplied client. */
  readonly apiOrigins: readonly string[]
  /** True if others than the developer can reach the server. */
  readonly isProduction: boolean
  /** Pages of this machine, which may call the API of any project; empty in production. */
  readonly localOrigins: readonly string[]
  /** Host pages that may embed the frame of project `default`, as sources of `frame-ancestors`. */
  readonly allowedHosts: readonly string[]
  /** An object store for files; undefined: the data folder. */
  readonly objectStore: S3Settings | undefined
  /** The desk's identity provider; undefined: people sign in by links alone. */
  readonly deskOpenId: OpenIdSettings | undefined
  /** Limits that `ALCOVE_LIMITS` names. */
  readonly limitNames: readonly string[]
  /** The mail server; undefined: no mail is sent. */
  readonly mail: MailSettings | undefined
  /** Texts that logs redact. */
  readonly hidden: readonly string[]
  /** Sentences for the log at start. */
  readonly warnings: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment, once. The name of the model is validated where the model is made.
 *
 * @param loadSecret reads the data folder's secret, and creates it if it is missing.
 * @throws AlcoveError `config_invalid`, naming the setting, its value and the expected form.
 */
export function readSettings(env: Environment, loadSecret: (dataDir: string) => string): Settings {
  const values = readValues(env)
  const dataDir = resolve(values.dataDir ?? 'data')
  const secret = secretOf(values, () => loadSecret(dataDir))
  const isPublic = isProduction(values)
  requireOwnDeskHost(values)
  const localOrigins = isPublic ? [] : LOCAL_ORIGINS
  return {
    ...values,
    providers: Object.fromEntries(
      PROVIDER_ROWS.map((setting) => [setting.name, textOf(env, setting)]),
    ),
    dataDir,
    secret,
    apiOrigins: [...values.apiBase, ...values.connectOrigins],
    isProduction: isPublic,
    localOrigins,
    allowedHosts: [...localOrigins, ...values.allowedOrigins],
    objectStore: objectStoreOf(values),
    deskOpenId: deskOpenIdOf(values),
    limitNames: listNamedLimits(textOf(env, SETTINGS.limits)),
    mail: mailSettingsOf(values),
    hidden: [secret, ...ALL_SETTINGS.flatMap((setting) => hiddenIn(setting, textOf(env, setting)))],
    warnings: [
      ...(values.limits.rates === 'off' ? [LIMITS_OFF_WARNING] : []),
      ...(values.allowsLocalTools ? [LOCAL_TOOLS_WARNING] : []),
      ...(values.databaseUrl !== undefined && values.s3Bucket === undefined
        ? [LOCAL_FILES_WARNING]
        : []),
      ...addressWarnings({ ...values, isProduction: isPublic }),
      ...unknownNames(env),
    ],
  }
}

const readValues = (env: Environment): SettingValues =>
  Object.fromEntries(
    Object.entries<Setting<unknown>>(SETTINGS).map(([key, setting]) => [
      key,
      setting.parse(textOf(env, setting), setting.name),
    ]),
    // Each row's parser returns the type of its row.
  ) as unknown as SettingValues

const textOf = (env: Environment, { name, isRaw = false }: Setting<unknown>): string | undefined =>
  isRaw ? env[name] : env[name]?.trim() || undefined

function hiddenIn({ hides }: Setting<unknown>, text: string | undefined): readonly string[] {
  if (hides === undefined || text === undefined) return []
  if (hides === 'all') return [text]
  if (hides === 'headers') return secretHeaders(parseHeaders(text) ?? {})
  return URL.canParse(text) ? [decodeURIComponent(new URL(text).password)] : []
}

const LIMITS_OFF_WARNING =
  'ALCOVE_LIMITS=off: nothing limits how often anybody calls. Use it for tests only.'

const LOCAL_TOOLS_WARNING =
  'ALCOVE_ALLOW_LOCAL_TOOLS=1: tools, webhooks and crawls may call addresses of this machine. Use it for development only.'

const LOCAL_FILES_WARNING =
  'DATABASE_URL is set without S3_BUCKET: files stay in the data folder of this server, and any other server of this database lacks them. With several servers, set S3_BUCKET.'

const OWN_NAME = /^ALCOVE_/i

/**
 * A sentence for each name with our prefix that no setting has: a typing error there leaves the server on a
 * default, unnoticed.
 */
function unknownNames(env: Environment): readonly string[] {
  const ours = ALL_SETTINGS.map(({ name }) => name).filter((name) => OWN_NAME.test(name))
  const unknown = Object.keys(env).filter((name) => OWN_NAME.test(name) && !ours.includes(name))
  return unknown.map((name) => {
    const nearest = nearestName(name, ours)
    const rest = nearest === undefined ? '.env.example lists all.' : `did you mean ${nearest}?`
    return `${name} is set, but no setting has this name: ${rest}`
  })
}

/** A single server makes its own secret; several servers need the same. */
function secretOf({ secret, databaseUrl }: SettingValues, loadSecret: () => string): string {
  if (secret !== undefined) return secret
  if (databaseUrl === undefined) {
    const own = loadSecret()
    return SETTINGS.secret.parse(own, 'The file "secret" of ALCOVE_DATA_DIR') ?? ''
  }
  return refuse(
    SETTINGS.secret.name,
    'not set',
    `the same ${HOST_SECRET_MIN_BYTES} bytes or more on every server, since DATABASE_URL is set`,
  )
}

const DEFAULT_REGION = 'us-east-1'
const BUCKET_PATTERN = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** `S3_BUCKET` and the settings that belong to it, which have no effect without a bucket. */
function objectStoreOf(values: SettingValues): S3Settings | undefined {
  const { s3Bucket: bucket, s3Region: region = DEFAULT_REGION } = values
  if (bucket === undefined) return undefined
  if (!BUCKET_PATTERN.test(bucket)) throw createStoreError('s3Bucket', 'the name of a bucket')
  const endpoint = values.s3Endpoint ?? `https://s3.${region}.amazonaws.com`
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === endpoint.replace(/\/$/, '')
  if (!isOrigin) throw createStoreError('s3Endpoint', 'an origin such as https://s3.example.com')
  const needed = (key: 's3AccessKeyId' | 's3SecretAccessKey') => {
    const value = values[key]
    if (value === undefined) throw createStoreError(key, 'a key, since S3_BUCKET is set')
    return value
  }
  const accessKeyId = needed('s3AccessKeyId')
  const secretAccessKey = needed('s3SecretAccessKey')
  return { bucket, endpoint: url.origin, region, accessKeyId, secretAccessKey }
}

const createStoreError = (key: keyof typeof SETTINGS, expected: string): AlcoveError =>
  new AlcoveError(
    'config_invalid',
    `${SETTINGS[key].name} is missing or not right; expected ${expected}.`,
  )

/**
 * True if others than the developer can reach this server. Conveniences for the developer's machine, such as
 * pages of `localhost` that may do everything, are then off.
 */
function isProduction({
  nodeEnv,
  host,
  publicUrl,
}: Pick<SettingValues, 'nodeEnv' | 'host' | 'publicUrl'>): boolean {
  if (nodeEnv === 'production' || !isLoopback(host)) return true
  return publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)
}
