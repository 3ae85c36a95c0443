import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'

export interface StartSettings {
  /** Where the service listens. Default 8787. */
  readonly port: number
  /** Where the demo site listens. Default 8788. */
  readonly demoPort: number
  /** The address both listen on. Default 127.0.0.1. */
  readonly host: string
  /** How pages reach the service, without a slash at the end; unset: by the name of the page's host. */
  readonly publicUrl?: string
  readonly hostSecret?: string
  /** Names of host pages that may embed the chat: the demo site answers to them, too. */
  readonly siteHosts: readonly string[]
}

const DEFAULT_PORT = 8787
const DEFAULT_DEMO_PORT = 8788
const PORT_MAX = 65_535

/** Adds what `.env` sets to the environment; what is set already wins. */
export function loadDotEnv(root: string): void {
  const path = join(root, '.env')
  if (existsSync(path)) loadEnvFile(path)
}

/** Reads the settings that `npm start` itself needs. Throws a sentence for an invalid port. */
export function readStartSettings(env: NodeJS.ProcessEnv): StartSettings {
  const port = readPort(env, 'PORT', DEFAULT_PORT)
  const demoPort = readPort(env, 'DEMO_PORT', DEFAULT_DEMO_PORT)
  if (port === demoPort) {
    throw new Error(`PORT and DEMO_PORT are both ${port}: the demo site needs a port of its own.`)
  }
  const publicUrl = env['ALCOVE_PUBLIC_URL']?.replace(/\/+$/, '')
  const hostSecret = env['ALCOVE_HOST_SECRET']
  return {
    port,
    demoPort,
    host: env['HOST'] || '127.0.0.1',
    siteHosts: readSiteHosts(env),
    ...(publicUrl ? { publicUrl } : {}),
    ...(hostSecret ? { hostSecret } : {}),
  }
}

/** The server checks the origins at its start; a malformed one gives no name here. */
function readSiteHosts({ ALCOVE_ALLOWED_ORIGINS, HOST }: NodeJS.ProcessEnv): readonly string[] {
  const origins = (ALCOVE_ALLOWED_ORIGINS ?? '').split(',').map((entry) => entry.trim())
  const names = origins.flatMap((origin) => (URL.canParse(origin) ? new URL(origin).hostname : []))
  return HOST ? [...names, HOST.toLowerCase()] : names
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (!text) return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= PORT_MAX) return port
  throw new Error(`${name} is "${text}": it must be a whole number from 1 to ${PORT_MAX}.`)
}

/** `http://localhost:8787` for an address that `localhost` reaches; its own name otherwise. */
export function shownOrigin(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  return `http://${isLocal ? 'localhost' : host}:${port}`
}

/** Where this machine itself reaches a server that listens on `host`. */
export function localOrigin(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
