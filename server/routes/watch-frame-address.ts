import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { quoteForeign } from './quote-foreign.ts'
import { createTellOnce } from './tell-once.ts'

interface FrameAddressParts {
  /** `ALCOVE_PUBLIC_URL`. */
  readonly publicUrl: string | undefined
  /** Origins of files, if they differ from the service's own: then the frame may reach them from anywhere. */
  readonly filesOrigins: readonly string[]
  readonly log: { warn(fields: object, text: string): void }
  readonly now: () => number
}

/**
 * Compares the address by which a browser opens the frame with the address of files. The frame's policy
 * allows only its own origin, so a difference blocks uploads before a call reaches the server. Logged once an
 * hour for each host.
 */
export function watchFrameAddress(parts: FrameAddressParts): MiddlewareHandler<AppEnv> {
  const { publicUrl, filesOrigins, log, now } = parts
  const tellOnce = createTellOnce(now)
  return async (c, next) => {
    await next()
    if (filesOrigins.length > 0 || !c.res.ok) return
    const url = new URL(c.req.url)
    const host = c.req.header('Host') ?? url.host
    const isHttps = c.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim() === 'https'
    const text = findTrouble(publicUrl, host, isHttps || url.protocol === 'https:', url)
    if (text !== undefined) tellOnce(host.toLowerCase(), () => log.warn({}, text))
  }
}

function findTrouble(
  publicUrl: string | undefined,
  host: string,
  isHttps: boolean,
  { protocol }: URL,
): string | undefined {
  const address = quoteForeign(`${isHttps ? 'https' : 'http'}://${host}`)
  if (publicUrl === undefined) {
    if (!isHttps || protocol === 'https:') return undefined
    return `the chat was opened at ${address}, and ALCOVE_PUBLIC_URL is not set: addresses of files begin with http://, and the browser refuses them. Set ALCOVE_PUBLIC_URL to that origin`
  }
  const own = new URL(publicUrl)
  if (own.protocol === 'http:' && isHttps) {
    return `the chat was opened at ${address}, and ALCOVE_PUBLIC_URL is ${publicUrl}: the browser refuses addresses of files, which begin with http://. Set ALCOVE_PUBLIC_URL to the https origin`
  }
  // A proxy may leave out or change the port.
  if (new URL(`http://${host}`).hostname === own.hostname) return undefined
  return `the chat was opened at ${address}, and ALCOVE_PUBLIC_URL is ${publicUrl}: files have addresses there, and the browser refuses them. Let pages use ALCOVE_PUBLIC_URL, or set ALCOVE_FILES_URL, which the chat may reach from every address`
}
