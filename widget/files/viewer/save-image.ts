import { isLocal, openAddress } from '../use-file-address.tsx'

/** A server that does not answer leaves nobody waiting longer than this. */
export const SAVE_TIMEOUT_MS = 30_000
/** Browsers begin to save a moment after they are told. */
const RELEASE_AFTER_MS = 60_000

/**
 * Saves an image on the device. What another origin stores has to be fetched: a browser would show it in
 * place of saving it. One that cannot be fetched is opened beside the chat. False when it is gone.
 */
export async function saveImage(
  document: Document,
  address: string,
  name: string,
): Promise<boolean> {
  if (isLocal(address)) {
    const type = /^data:([^;,]*)/i.exec(address)?.[1] ?? ''
    save(document, address, withEnding(name, type))
    return true
  }
  try {
    // Limit: SAVE_TIMEOUT_MS, "an image that hangs is given up after its limit".
    const answer = await fetch(address, { signal: AbortSignal.timeout(SAVE_TIMEOUT_MS) })
    if (!answer.ok) return false
    const content = await answer.blob()
    const url = URL.createObjectURL(content)
    save(document, url, withEnding(name, content.type))
    setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS)
  } catch {
    openAddress(document, address, name)
  }
  return true
}

function save(document: Document, address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** A name that says what kind of file it is: models name their images seldom. */
export function withEnding(name: string, mediaType: string): string {
  const kind = /^image\/([a-z]+)/i.exec(mediaType)?.[1]?.toLowerCase()
  if (kind === undefined || /\.[a-z0-9]{2,5}$/i.test(name)) return name
  return `${name}.${kind === 'jpeg' ? 'jpg' : kind}`
}
