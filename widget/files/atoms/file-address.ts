import { atom } from 'jotai/vanilla'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { sentFileAtom } from './sent-files.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { identityAtom } from '../../world/identity.ts'

type FileName = Pick<Attachment, 'id' | 'url'>

/** Address that messages store. Permanent, but it only opens with a signature. */
const STORED_PATH = '/v1/files/attachments/'
const OPEN_SCHEMES: readonly string[] = ['http:', 'https:', 'blob:']
/** Data URLs without types that a browser opens as a document with scripts. */
const DATA_PATTERN =
  /^data:(?!text\/html|image\/svg|application\/xhtml|text\/xml|application\/xml)/i

/** True if an address may be opened. */
export const isSafeAddress = (url: string): boolean =>
  DATA_PATTERN.test(url) || (URL.canParse(url) && OPEN_SCHEMES.includes(new URL(url).protocol))

/** Returns an address that opens a file without a request; `null` if the server has to sign one. */
export const knownAddressAtom = atom((get) => {
  const sentFileOf = get(sentFileAtom)
  return ({ id, url }: FileName): string | null => {
    const preview = sentFileOf(id)?.previewUrl
    if (preview !== undefined) return preview
    if (!isSafeAddress(url)) return null
    return url.includes(STORED_PATH) && !url.includes('?') ? null : url
  }
})

/** Reports to the developer that a file could not be shown. */
export const reportFileAtom = atom(null, (get, _set, error: unknown) =>
  depsOf(get).report('A file could not be shown by its type:', error),
)

/** Asks the server for an address that opens a file for some minutes; `null` without one. */
export const askAddressAtom = atom(
  null,
  async (get, _set, { url }: FileName): Promise<string | null> => {
    const identity = get(identityAtom)
    if (!identity?.cloud.files || !/^https?:/i.test(url)) return null
    try {
      const files = await identity.cloud.files()
      const address = await files.presignDownload({ url }, identity.closing.signal)
      return isSafeAddress(address) ? address : null
    } catch (error) {
      if (!identity.closing.signal.aborted) depsOf(get).report('A file could not be opened:', error)
      return null
    }
  },
)
