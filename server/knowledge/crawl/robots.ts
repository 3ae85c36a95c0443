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

const RULES = /^\s*(?:user-agent|allow|disallow|crawl-delay)\s*:/i

/** Reads the robots.txt of an origin. */
export function parseRobots(origin: string, text: string): Robots {
  // Another line between two User-agent lines, as of a sitemap, would end the parser's group.
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => RULES.test(line))
  const robots = createParser(`${origin}/robots.txt`, lines.join('\n'))
  return {
    // The parser answers `undefined` for an address of another origin.
    isAllowed: (url) => url.origin === origin && robots.isAllowed(url.href, PRODUCT) === true,
    delaySeconds: robots.getCrawlDelay(PRODUCT),
  }
}
