import type { Context, MiddlewareHandler } from 'hono'
import { AlcoveError } from '../../shared/errors.ts'
import { isServerKey } from '../auth/api-keys.ts'
import type { AppEnv } from './app-env.ts'
import { HEALTH_PATHS } from './health-paths.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { quoteForeign } from './quote-foreign.ts'
import { createTellOnce } from './tell-once.ts'

const API_PATTERN = /^(?:\/p\/[^/]+)?\/v1\//
const BEARER = 'Bearer '

/**
 * Answers only requests that name this service. In DNS rebinding, an attacker's host name leads to this
 * machine; the browser sends that name as `Host`, and treats the answers as the attacker's own. Such a page
 * has no server key, so a call with a key comes from a program; the key is validated later.
 */
export function refuseForeignHosts(
  own: OwnAddresses,
  onForeignHost: (host: string) => void,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const hosts = readHosts(c)
    const isOwn = hosts.length > 0 && hosts.every((host) => own.isAnswered(host))
    // Load balancers and orchestrators that ask for health use any name of the machine.
    if (!isOwn && !HEALTH_PATHS.includes(c.req.path) && !hasServerKey(c)) {
      const named = hosts.find((host) => !own.isAnswered(host))
      if (named !== undefined) onForeignHost(named)
      throw createForeignError(named)
    }
    await next()
  }
}

/** Each host that the request names: in its `Host` headers, and in its target if that is a whole address. */
function readHosts(c: Context<AppEnv>): readonly string[] {
  const { host } = new URL(c.req.url)
  const incoming = c.env?.incoming
  // A test's request does not come over HTTP, and may lack the header.
  if (incoming?.headersDistinct === undefined) return [c.req.header('Host') ?? host]
  const said = incoming.headersDistinct['host'] ?? []
  return incoming.url?.startsWith('/') === false ? [...said, host] : said
}

function hasServerKey(c: Context<AppEnv>): boolean {
  const authorization = c.req.header('Authorization') ?? ''
  const isKey = authorization.startsWith(BEARER) && isServerKey(authorization.slice(BEARER.length))
  return isKey && API_PATTERN.test(c.req.path)
}

const createForeignError = (host: string | undefined): AlcoveError =>
  new AlcoveError(
    'misdirected',
    host === undefined
      ? 'The request names no host: send the one of ALCOVE_PUBLIC_URL.'
      : `${quoteForeign(host)} is not an address of this server: the operator sets ALCOVE_PUBLIC_URL to the origin that browsers use, or adds this one to ALCOVE_OWN_ORIGINS.`,
  )

/** Logs refused hosts, each once an hour, with the setting that would allow them. */
export function createForeignHosts(
  log: { warn(fields: object, text: string): void },
  now: () => number,
) {
  const tellOnce = createTellOnce(now)
  return (host: string): void =>
    tellOnce(host.toLowerCase(), () =>
      log.warn(
        {},
        `a request to the host ${quoteForeign(host)} was refused: if that is this service, set ALCOVE_PUBLIC_URL to its origin, or add that to ALCOVE_OWN_ORIGINS`,
      ),
    )
}
