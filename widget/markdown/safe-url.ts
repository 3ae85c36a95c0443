const SAFE_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Parses an address like the browser; `undefined` if it is relative, malformed, or of a scheme that a model's text
 * may not link to.
 */
export function readSafeUrl(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return SAFE_PROTOCOLS.has(url.protocol) ? url : undefined
}

const NAMED_HOST = /(?:^|[\s(/@])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=$|[\s/:?#),])/u

/** The host named in a text, as written there, for example `bank.com` in “Go to bank.com”. */
export const readNamedHost = (text: string): string | undefined => NAMED_HOST.exec(text)?.[1]

/** The host that a link's text claims as its target, in its network form. */
export function readClaimedHost(text: string): string | undefined {
  const name = readNamedHost(text)
  if (name === undefined || !URL.canParse(`https://${name}`)) return undefined
  return new URL(`https://${name}`).host
}
