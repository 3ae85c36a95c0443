import type { Context } from 'hono'
import { isLoopback, readHostName } from '../projects/host-name.ts'

/** The settings that contain addresses of the desk. */
export interface DeskAddressSettings {
  /** The desk's own origin; undefined: it stands at each origin of the service. */
  readonly deskUrl: string | undefined
  readonly publicUrl: string | undefined
  readonly ownOrigins: readonly string[]
}

/** Where the desk stands, as the request names it. */
export interface DeskPlace {
  readonly origin: string
  /** False: an http address that is not of this machine, where browsers keep no safe cookie. */
  readonly isSafe: boolean
}

/** Undefined: the desk stands at another host. */
export type FindDesk = (c: Context) => DeskPlace | undefined

export function createDeskAddress(settings: DeskAddressSettings): FindDesk {
  const { deskUrl, publicUrl, ownOrigins } = settings
  const known = [...(publicUrl === undefined ? [] : [publicUrl]), ...ownOrigins].map(
    (origin) => new URL(origin),
  )
  return (c) => {
    const host = (c.req.header('Host') ?? new URL(c.req.url).host).toLowerCase()
    const name = readHostName(host) ?? ''
    if (deskUrl !== undefined) {
      return name === new URL(deskUrl).hostname ? placeOf(deskUrl) : undefined
    }
    // Proxies may change the port, and end TLS.
    const url =
      known.find((each) => each.host === host) ?? known.find((each) => each.hostname === name)
    return placeOf(url?.origin ?? `http://${host}`)
  }
}

function placeOf(origin: string): DeskPlace {
  const { protocol, hostname } = new URL(origin)
  return { origin, isSafe: protocol === 'https:' || isLoopback(hostname) }
}

/** For people who open the desk at an unsafe address. */
export const NEEDS_HTTPS = 'The desk needs https: open it at the https address of the service.'
