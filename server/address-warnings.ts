import { isLoopback } from './projects/host-name.ts'

interface Addresses {
  readonly isProduction: boolean
  readonly publicUrl: string | undefined
  readonly filesUrl: string | undefined
}

/**
 * Sentences about addresses that browsers will not use. Each names the effect, and the setting that helps.
 */
export function addressWarnings({
  isProduction,
  publicUrl,
  filesUrl,
}: Addresses): readonly string[] {
  return [
    ...(isProduction && publicUrl === undefined ? [PUBLIC_URL_WARNING] : []),
    ...(publicUrl !== undefined && isOpenHttp(publicUrl)
      ? [
          `ALCOVE_PUBLIC_URL is ${publicUrl}: on pages of https browsers show no frame of http, so the chat stays empty there. Put TLS in front, and set ALCOVE_PUBLIC_URL to the https origin.`,
        ]
      : []),
    ...(publicUrl?.startsWith('https:') === true && filesUrl !== undefined && isOpenHttp(filesUrl)
      ? [
          `ALCOVE_FILES_URL is ${filesUrl} and ALCOVE_PUBLIC_URL is ${publicUrl}: browsers send nothing from https to http, so files fail. Set ALCOVE_FILES_URL to an https origin.`,
        ]
      : []),
  ]
}

const PUBLIC_URL_WARNING =
  'ALCOVE_PUBLIC_URL is not set: requests to any other host than an IP address, localhost, HOST and those of ALCOVE_OWN_ORIGINS are refused. Behind a proxy, addresses of files begin with http:// or name an inner host, and the browser refuses them. Set ALCOVE_PUBLIC_URL to the origin that browsers see, such as https://chat.example.com.'

const isOpenHttp = (origin: string): boolean =>
  origin.startsWith('http:') && !isLoopback(new URL(origin).hostname)
