import * as v from 'valibot'
import { described } from './described.ts'
import { filledText, listOf, text, wholeNumber } from './option-fields.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Maximum of patterns in `include` and in `exclude`. */
export const PATTERNS_MAX = 32
export const PATTERN_MAX_CHARACTERS = 200
export const PAGES_MAX = 50_000
export const CRAWL_BYTES_MAX = 10_000_000_000
export const CRAWL_MINUTES_MAX = 1_440
export const DEPTH_MAX = 20
const EVERY_MAX_DAYS = 90
const WORKSPACE_MAX_CHARACTERS = 255
const ADDRESS_MAX_CHARACTERS = 2_048

const patterns = listOf(filledText(PATTERN_MAX_CHARACTERS), PATTERNS_MAX)

/** An absolute address on the web, without a user's name; its fragment is left out. */
export const webAddress = v.pipe(
  text,
  v.maxLength(ADDRESS_MAX_CHARACTERS, `expected at most ${ADDRESS_MAX_CHARACTERS} characters`),
  v.check(
    isWebAddress,
    'expected an address that begins with https:// or http://, without a user name',
  ),
  v.transform((value) => {
    const url = new URL(value)
    url.hash = ''
    return url.href
  }),
)

function isWebAddress(value: string): boolean {
  if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && username + password === ''
}

/** Milliseconds of `6h` or `7d`; undefined if it is not such a text, or too long. */
export function everyMs(value: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})([hd])$/.exec(value) ?? []
  if (count === undefined) return undefined
  const ms = Number(count) * (unit === 'h' ? HOUR_MS : DAY_MS)
  return ms <= EVERY_MAX_DAYS * DAY_MS ? ms : undefined
}

const every = v.pipe(
  text,
  v.check(
    (value) => value === 'never' || everyMs(value) !== undefined,
    `expected a number of hours or days, such as 6h, 1d or 7d, at most ${EVERY_MAX_DAYS}d, or never`,
  ),
)

const limits = v.strictObject(
  {
    pages: described(
      v.optional(wholeNumber(1, PAGES_MAX), 2_000),
      'Documents of the source at most.',
    ),
    bytes: described(
      v.optional(wholeNumber(1, CRAWL_BYTES_MAX), 1_000_000_000),
      'Bytes that one crawl fetches at most.',
    ),
    minutes: described(
      v.optional(wholeNumber(1, CRAWL_MINUTES_MAX), 120),
      'Minutes that one crawl takes at most.',
    ),
  },
  'expected pages, bytes or minutes',
)

/** Settings of a source of knowledge, in calls, in the configuration and in the store. */
export const sourceOptionEntries = {
  base: described(
    v.optional(webAddress),
    'Address at which the documents of a folder or file stand on the web.',
  ),
  include: described(
    v.optional(patterns, []),
    'Globs of the paths to take, without the host: guide/**. One without a slash is for names in any folder. Empty: all.',
  ),
  exclude: described(v.optional(patterns, []), 'Globs of the paths to leave out.'),
  every: described(
    v.optional(every, '1d'),
    'Time between two crawls, in hours or days, 1h to 90d, or never.',
  ),
  depth: described(
    v.optional(wholeNumber(0, DEPTH_MAX), 5),
    'Links to follow from a page; 0: that page alone.',
  ),
  limits: described(v.optional(limits, {}), 'Bounds of one crawl.'),
  readers: described(
    v.optional(v.literal('named', "expected 'named', or nothing for all users")),
    'named: only users whom your own server named find the documents. Absent: all users.',
  ),
  workspace: described(
    v.optional(filledText(WORKSPACE_MAX_CHARACTERS)),
    'Only users of this workspace find the documents. Absent: users of all workspaces.',
  ),
}
