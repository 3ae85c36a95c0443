import type { Context } from 'hono'
import { matchesOrigin } from '../projects/origins.ts'
import type { AppEnv } from './app-env.ts'

/** Whether a page of this origin may call the project's API: the frame, or one that the project names. */
export function isApiOrigin(
  c: Context<AppEnv>,
  origin: string,
  publicUrl: string | undefined,
): boolean {
  return isOwnOrigin(c, origin, publicUrl) || matchesOrigin(c.var.project.apiOrigins, origin)
}

/**
 * Whether an `Origin` header is the service's own. Without the public address only the host can be
 * compared: a proxy in front may have taken the `https` away.
 */
export function isOwnOrigin(c: Context, origin: string, publicUrl: string | undefined): boolean {
  if (origin === publicUrl) return true
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === origin && url.host === requestHost(c, url.protocol)
}

/** The service's address as the caller wrote it. */
export function serviceOrigin(c: Context, publicUrl: string | undefined): string {
  return publicUrl ?? new URL(c.req.url).origin
}

/** In the form that an origin of this scheme has: without a default port. */
function requestHost(c: Context, protocol: string): string | undefined {
  const host = c.req.header('Host') ?? new URL(c.req.url).host
  const text = `${protocol}//${host}`
  return URL.canParse(text) ? new URL(text).host : undefined
}
