const SAFE_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * The address as the browser's own parser reads it, or `undefined` when it is relative, broken or
 * of a scheme that a model's text may not link to.
 */
export function readSafeUrl(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return SAFE_PROTOCOLS.has(url.protocol) ? url : undefined
}

const NAMED_HOST = /(?:^|[\s(/@])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=$|[\s/:?#),])/u

/** The host that a text names, as the text writes it, for example `bank.com` in “Go to bank.com”. */
export const readNamedHost = (text: string): string | undefined => NAMED_HOST.exec(text)?.[1]

/** The host that a link's text claims to lead to, as the network knows it. */
export function readClaimedHost(text: string): string | undefined {
  const name = readNamedHost(text)
  if (name === undefined || !URL.canParse(`https://${name}`)) return undefined
  return new URL(`https://${name}`).host
}
