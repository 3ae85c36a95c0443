import { isLoopback } from './projects/host-name.ts'
import type { OpenIdSettings } from './desk/open-id.ts'
import { asNumber, asOrigin, asText, refuse, type Setting } from './setting.ts'

const SESSION_DAYS = 90
const IDLE_DAYS = 30
/** Browsers keep no cookie for longer. */
const SESSION_DAYS_MAX = 400
const DAYS_OF_WEEK = 7

/** Settings of the desk, in the order of `.env.example`. */
export const DESK_SETTINGS = {
  deskUrl: {
    title: 'The desk',
    name: 'ALCOVE_DESK_URL',
    about: `An origin for the desk alone, on another host name than the service: recommended, since the service's
      pages show strangers' words. Another port of the same host does not do, since cookies and proxies do not tell
      ports apart. https only, except on this machine, where names such as desk.localhost work. Unset: the desk is
      at /desk of the service.`,
    example: 'https://desk.shop.example',
    parse: asDeskOrigin,
  },
  deskIdleDays: {
    name: 'ALCOVE_DESK_IDLE_DAYS',
    about: `Days without use after which a session at the desk ends, and days after which it ends in any case; at
      most ${SESSION_DAYS_MAX}.`,
    example: String(IDLE_DAYS),
    parse: asNumber(IDLE_DAYS, SESSION_DAYS_MAX, 1),
  },
  deskSessionDays: {
    name: 'ALCOVE_DESK_SESSION_DAYS',
    example: String(SESSION_DAYS),
    parse: asNumber(SESSION_DAYS, SESSION_DAYS_MAX, 1),
  },
  deskOpenIdIssuer: {
    name: 'ALCOVE_DESK_OPENID_ISSUER',
    about: `People may also sign in with an identity provider (OpenID Connect), if their address was invited and
      the provider has verified it. Register https://<desk>/desk/openid there as redirect address. The name is
      for the sign-in page.`,
    example: 'https://login.shop.example',
    parse: asIssuer,
  },
  deskOpenIdClientId: { name: 'ALCOVE_DESK_OPENID_CLIENT_ID', example: 'alcove', parse: asText },
  deskOpenIdClientSecret: {
    name: 'ALCOVE_DESK_OPENID_CLIENT_SECRET',
    example: '',
    hides: 'all',
    parse: asText,
  },
  deskOpenIdName: { name: 'ALCOVE_DESK_OPENID_NAME', example: 'Shop login', parse: asText },
  deskTimeZone: {
    name: 'ALCOVE_DESK_TIME_ZONE',
    about:
      'Where the days of reports begin (an IANA name), and the first day of the week: 1 is Monday, 7 Sunday.',
    example: 'Europe/Berlin',
    parse: asTimeZone,
  },
  deskFirstWeekday: {
    name: 'ALCOVE_DESK_FIRST_WEEKDAY',
    example: '1',
    parse: asNumber(1, DAYS_OF_WEEK, 1),
  },
  deskCurrency: {
    name: 'ALCOVE_DESK_CURRENCY',
    about: 'The currency of prices and costs (ISO 4217).',
    example: 'USD',
    parse: asCurrency,
  },
} as const satisfies Record<string, Setting<unknown>>

/** Settings of the provider, as they were read. */
interface OpenIdValues {
  readonly deskOpenIdIssuer: string | undefined
  readonly deskOpenIdClientId: string | undefined
  readonly deskOpenIdClientSecret: string | undefined
  readonly deskOpenIdName: string | undefined
}

/**
 * The settings of the identity provider, which have no effect without its address.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function deskOpenIdOf(values: OpenIdValues): OpenIdSettings | undefined {
  const { deskOpenIdIssuer: issuer, deskOpenIdName } = values
  if (issuer === undefined) return undefined
  const needed = (key: 'deskOpenIdClientId' | 'deskOpenIdClientSecret'): string =>
    values[key] ??
    refuse(DESK_SETTINGS[key].name, 'not set', 'what the provider gave, since its issuer is set')
  return {
    issuer,
    clientId: needed('deskOpenIdClientId'),
    clientSecret: needed('deskOpenIdClientSecret'),
    name: deskOpenIdName ?? new URL(issuer).hostname,
  }
}

/** The service answers there in any case. */
const SERVICE_AT_HOME: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

interface HostValues {
  readonly deskUrl: string | undefined
  readonly publicUrl: string | undefined
  readonly filesUrl: string | undefined
  readonly ownOrigins: readonly string[]
}

/**
 * The desk's host serves nothing else, and ports do not tell hosts apart, since proxies change them. On this
 * machine the service has the names of {@link SERVICE_AT_HOME}, whatever its settings say.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function requireOwnDeskHost({ deskUrl, publicUrl, filesUrl, ownOrigins }: HostValues): void {
  if (deskUrl === undefined) return
  const { hostname } = new URL(deskUrl)
  const others = [publicUrl, filesUrl, ...ownOrigins].filter((origin) => origin !== undefined)
  const names = [...SERVICE_AT_HOME, ...others.map((origin) => new URL(origin).hostname)]
  if (!names.includes(hostname)) return
  refuse(
    DESK_SETTINGS.deskUrl.name,
    JSON.stringify(deskUrl),
    'a host name that the service has for nothing else, such as https://desk.shop.example or http://desk.localhost:8787, or nothing: then the desk is at /desk',
  )
}

/** On http a stranger on the way could answer in place of the provider. */
function asIssuer(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && url.username + url.password + url.search + url.hash === ''
  if (isPlain && isSafe(url)) return text
  return refuse(name, JSON.stringify(text), 'an https address, such as https://login.shop.example')
}

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

function asDeskOrigin(text: string | undefined, name: string): string | undefined {
  const origin = asOrigin(text, name)
  if (origin === undefined) return undefined
  if (isSafe(new URL(origin))) return origin
  return refuse(name, JSON.stringify(origin), 'an https origin, such as https://desk.shop.example')
}

function asTimeZone(text: string | undefined, name: string): string {
  if (text === undefined) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return refuse(name, JSON.stringify(text), 'a time zone such as Europe/Berlin')
  }
}

function asCurrency(text: string | undefined, name: string): string {
  if (text === undefined) return 'USD'
  if (Intl.supportedValuesOf('currency').includes(text)) return text
  return refuse(name, JSON.stringify(text), 'a currency such as EUR or USD')
}
