import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { readHost, readPort } from './node/ports.mjs'

export interface StartSettings {
  /** Port of the service. Default 8787. */
  readonly port: number
  /** Port of the demo site. Default 8788. */
  readonly demoPort: number
  /** The address that both listen on. Default 127.0.0.1. */
  readonly host: string
  /** Public origin of the service, without a trailing slash; unset: derived from the page's host name. */
  readonly publicUrl?: string
  /** Own origin of the desk, without a trailing slash; unset: the service's. */
  readonly deskUrl?: string
  readonly hostSecret?: string
  /** Names of host pages that may embed the chat; the demo site answers to them as well. */
  readonly siteHosts: readonly string[]
}

/** Adds settings of `.env` to the environment; existing ones take precedence. */
export function loadDotEnv(root: string): void {
  const path = join(root, '.env')
  if (existsSync(path)) loadEnvFile(path)
}

/** Reads the settings that `npm start` itself needs. Throws a sentence for an invalid port. */
export function readStartSettings(env: NodeJS.ProcessEnv): StartSettings {
  const port = readPort(env, 'PORT')
  const demoPort = readPort(env, 'DEMO_PORT')
  if (port === demoPort) {
    throw new Error(`PORT and DEMO_PORT are both ${port}: the demo site needs a port of its own.`)
  }
  const publicUrl = env['ALCOVE_PUBLIC_URL']?.replace(/\/+$/, '')
  const deskUrl = env['ALCOVE_DESK_URL']?.replace(/\/+$/, '')
  const hostSecret = env['ALCOVE_HOST_SECRET']
  return {
    port,
    demoPort,
    host: readHost(env),
    siteHosts: readSiteHosts(env),
    ...(publicUrl ? { publicUrl } : {}),
    ...(deskUrl ? { deskUrl } : {}),
    ...(hostSecret ? { hostSecret } : {}),
  }
}

/**
 * Host names of the allowed origins. The server validates the origins at its start; malformed ones are
 * ignored here.
 */
function readSiteHosts({ ALCOVE_ALLOWED_ORIGINS, HOST }: NodeJS.ProcessEnv): readonly string[] {
  const origins = (ALCOVE_ALLOWED_ORIGINS ?? '').split(',').map((entry) => entry.trim())
  const names = origins.flatMap((origin) => (URL.canParse(origin) ? new URL(origin).hostname : []))
  return HOST ? [...names, HOST.toLowerCase()] : names
}

/** The origin by which this machine reaches a server that listens on `host`. */
export function localOrigin(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
