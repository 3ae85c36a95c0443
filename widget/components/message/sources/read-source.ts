import { markInvisible } from '../../../../shared/mark-invisible.ts'
import { readClaimedHost, readSafeUrl } from '../../../markdown/safe-url.ts'
import type { NumberedSource } from './number-sources.ts'

export interface ReadableSource {
  /** Only an address of the web leads anywhere. */
  readonly href: string | undefined
  readonly host: string
  /** The title, or else the address without its scheme. */
  readonly name: string
  /** The title names another host than the address. */
  readonly isOtherHost: boolean
}

const SCHEME = /^https?:\/\//i
const NAME_MAX_CHARACTERS = 200

/** What is shown of a source. Titles and addresses are a model's words: marked, cut, never trusted. */
export function readSource({ url: address, title }: NumberedSource): ReadableSource {
  const url = readSafeUrl(address)
  const isWeb = url !== undefined && SCHEME.test(url.href)
  const host = isWeb ? url.host : ''
  const claimed = readClaimedHost(title)
  return {
    href: isWeb ? url.href : undefined,
    host,
    name: shorten(title === '' ? (isWeb ? url.href : address).replace(SCHEME, '') : title),
    isOtherHost: isWeb && claimed !== undefined && withoutWww(claimed) !== withoutWww(host),
  }
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

function shorten(text: string): string {
  const characters = [...markInvisible(text.trim())]
  if (characters.length <= NAME_MAX_CHARACTERS) return characters.join('')
  return `${characters.slice(0, NAME_MAX_CHARACTERS).join('')}…`
}
