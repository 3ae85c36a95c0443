import { isAddress, isLoopback, readHostName, withoutRootDot } from '../projects/host-name.ts'

/** Addresses that lead to this service. */
export interface OwnAddresses {
  /**
   * True if requests to this `Host` are answered. Ports do not count, since proxies change them. Loopback
   * names and IP addresses are always answered: DNS rebinding needs a name.
   */
  isAnswered(host: string): boolean
  /** True if a page of this origin that calls this `Host` belongs to the service itself. */
  isOrigin(origin: string, host: string): boolean
}

/** The settings that contain addresses of the service. */
export interface AddressSettings {
  readonly publicUrl: string | undefined
  readonly filesUrl: string | undefined
  readonly deskUrl: string | undefined
  readonly ownOrigins: readonly string[]
  /** Name or address that the server listens on. */
  readonly host: string
}

export function createOwnAddresses(settings: AddressSettings): OwnAddresses {
  const { publicUrl, filesUrl, deskUrl, ownOrigins, host } = settings
  // Without the desk's origin, whose pages call no API of the chat, and without the files' origin: an uploaded page has that origin, and must not call the API as the frame does.
  const origins = new Set([...(publicUrl === undefined ? [] : [publicUrl]), ...ownOrigins])
  const listensOn = readHostName(host)
  const named = [...origins, ...[filesUrl, deskUrl].filter((origin) => origin !== undefined)]
  const names = new Set([listensOn, ...named.map((origin) => nameOf(new URL(origin)))])

  return {
    isAnswered(host) {
      const name = readHostName(host)
      return name !== undefined && (names.has(name) || isAddress(name) || isLoopback(name))
    },
    isOrigin(origin, host) {
      if (origins.has(origin)) return true
      if (publicUrl !== undefined || !/^https?:\/\//.test(origin)) return false
      const url = URL.canParse(origin) ? new URL(origin) : undefined
      if (url?.origin !== origin) return false
      const name = nameOf(url)
      const isNamed = name === listensOn || isAddress(name) || isLoopback(name)
      return isNamed && url.host === hostOf(host, url.protocol)
    },
  }
}

const nameOf = ({ hostname }: URL): string => withoutRootDot(hostname)

/** The host as an origin of this scheme contains it, since a proxy may have ended TLS. */
function hostOf(host: string, protocol: string): string | undefined {
  const text = `${protocol}//${host}`
  return readHostName(host) !== undefined && URL.canParse(text) ? new URL(text).host : undefined
}
