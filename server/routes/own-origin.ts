import type { Context } from 'hono'
import { isLoopback } from '../projects/host-name.ts'
import { matchesOrigin } from '../projects/origins.ts'
import type { AppEnv } from './app-env.ts'
import type { OwnAddresses } from './own-addresses.ts'

/** True if pages of this origin may call the project's API: the frame, and pages that the project names. */
export function isApiOrigin(c: Context<AppEnv>, origin: string, own: OwnAddresses): boolean {
  const host = c.req.header('Host') ?? new URL(c.req.url).host
  return own.isOrigin(origin, host) || matchesOrigin(c.var.project.apiOrigins, origin)
}

/** True if others than the operator may have opened the service at this address: it is not one of this machine. */
export const isPublicAddress = (base: string): boolean => !isLoopback(new URL(base).hostname)

/** The service's address as the caller wrote it. */
export function serviceOrigin(c: Context, publicUrl: string | undefined): string {
  return publicUrl ?? new URL(c.req.url).origin
}
