const OWN_IMAGE = /^data:image\/(png|jpe?g|gif|webp|avif);/i

/**
 * Whether an image may be loaded: it is in the message itself, or a file of this server. Any other
 * address could carry the conversation to a stranger.
 */
export function isOwnImage(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  if (url.protocol === 'data:') return OWN_IMAGE.test(address)
  return url.origin === origin
}
