import { isLocal, openAddress } from '../use-file-address.tsx'

/** Time limit for the server's response. */
export const SAVE_TIMEOUT_MS = 30_000
/** Delay before the object URL is released: browsers begin to save a moment after the click. */
const RELEASE_AFTER_MS = 60_000

/**
 * Saves an image on the device. Images of other origins are fetched, because a browser would show them instead of
 * saving them. If fetching fails, the image is opened in a new tab. Returns false if the image is gone.
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

/** Adds an extension by the media type, because names from models often lack it. */
export function withEnding(name: string, mediaType: string): string {
  const kind = /^image\/([a-z]+)/i.exec(mediaType)?.[1]?.toLowerCase()
  if (kind === undefined || /\.[a-z0-9]{2,5}$/i.test(name)) return name
  return `${name}.${kind === 'jpeg' ? 'jpg' : kind}`
}
