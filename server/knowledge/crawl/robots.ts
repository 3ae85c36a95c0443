import robotsParser from 'robots-parser'

// The types of the package describe another export than the one it has.
const createParser = robotsParser as unknown as typeof robotsParser.default

/** The product's name as robots.txt files have it; the header `User-Agent` is the same. */
export const PRODUCT = 'alcove'
/** Bytes of a robots.txt that are read. */
export const ROBOTS_MAX_BYTES = 524_288

/** Rules of an origin for this crawler. */
export interface Robots {
  isAllowed(url: URL): boolean
  /** Pause that the origin wants between two requests, in seconds. */
  readonly delaySeconds: number | undefined
}

export const ALLOW_ALL: Robots = { isAllowed: () => true, delaySeconds: undefined }

const RULE = /^\s*(?:allow|disallow|crawl-delay)\s*:([^#]*)/i
const NAME = /^\s*user-agent\s*:([^#/]*)/i
/** Characters of rules with a `*` for this crawler: each is compared with each character of an address. */
export const PATTERNS_MAX_CHARACTERS = 65_536

/**
 * Reads the robots.txt of an origin.
 *
 * @returns the rest of a sentence if its rules cost too much.
 */
export function parseRobots(origin: string, text: string): Robots | string {
  const lines = listOwnLines(text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/))
  const patterns = lines.filter((line) => RULE.exec(line)?.[1]?.includes('*'))
  if (patterns.join('').length > PATTERNS_MAX_CHARACTERS) return 'its robots.txt has too many rules'
  const robots = createParser(`${origin}/robots.txt`, lines.join('\n'))
  return {
    // The parser answers `undefined` for an address of another origin.
    isAllowed: (url) => url.origin === origin && robots.isAllowed(url.href, PRODUCT) === true,
    delaySeconds: robots.getCrawlDelay(PRODUCT),
  }
}

/**
 * Rules of the groups that name this crawler or all. The parser keeps each rule for each name of its group, and another
 * line between two names, as of a sitemap, would end its group.
 */
function listOwnLines(lines: readonly string[]): readonly string[] {
  const own: string[] = []
  let names = new Set<string>()
  let hasRules = false
  for (const line of lines) {
    const name = NAME.exec(line)?.[1]?.trim().toLowerCase()
    if (name !== undefined) {
      if (hasRules) names = new Set()
      hasRules = false
      if (name === PRODUCT || name === '*') names.add(name)
    } else if (RULE.test(line)) {
      if (!hasRules) for (const each of names) own.push(`user-agent: ${each}`)
      hasRules = true
      if (names.size > 0) own.push(line)
    }
  }
  return own
}
