import * as v from 'valibot'
import type { SourceKind } from '../store/store.ts'

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

/** Bounds of one crawl. */
export interface CrawlLimits {
  /** Documents of the source at most. Default: 2,000. */
  readonly pages?: number | undefined
  /** Bytes that one crawl fetches at most. Default: 1,000,000,000. */
  readonly bytes?: number | undefined
  /** Minutes that one crawl takes at most. Default: 120. */
  readonly minutes?: number | undefined
}

/** Settings of a source as an operator writes them. */
export interface SourceOptions {
  /** Address at which the documents of a folder or file stand on the web. Default: the server shows their text. */
  readonly base?: string | undefined
  /**
   * Globs of the paths to take, from the folder, or of an address after its host: `guide/**`, `*.md`. A
   * pattern without a slash is for names in any folder. At most 32. Default: all.
   */
  readonly include?: readonly string[] | undefined
  /** Globs of the paths to leave out. At most 32. Default: none. */
  readonly exclude?: readonly string[] | undefined
  /** Time between two crawls in hours or days, `1h` to `90d`, or `never`. Default: `1d`. */
  readonly every?: string | undefined
  /** Links that a crawl follows from an address to a page, 0 to 20; 0: that page alone. Default: 5. */
  readonly depth?: number | undefined
  /** Bounds of one crawl. */
  readonly limits?: CrawlLimits | undefined
  /** `named`: only users whom the owner's own server named find the documents. Default: all users. */
  readonly readers?: 'named' | undefined
  /** Only users of this workspace find the documents. Default: all workspaces. */
  readonly workspace?: string | undefined
}

const text = v.string('expected a text')

const wholeNumber = (min: number, max: number) => {
  const message = `expected a whole number from ${min} to ${max}`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

const patterns = v.pipe(
  v.custom<readonly unknown[]>(Array.isArray, 'expected a list'),
  v.maxLength(PATTERNS_MAX, `expected at most ${PATTERNS_MAX} entries`),
  v.array(
    v.pipe(
      text,
      v.minLength(1, `expected 1 to ${PATTERN_MAX_CHARACTERS} characters`),
      v.maxLength(PATTERN_MAX_CHARACTERS, `expected 1 to ${PATTERN_MAX_CHARACTERS} characters`),
    ),
  ),
)

/** An absolute address on the web, without a user's name. */
export const webAddress = v.pipe(
  text,
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

const every = v.pipe(
  text,
  v.check(
    (value) => value === 'never' || everyMs(value) !== undefined,
    `expected a number of hours or days, such as '6h', '1d' or '7d', at most '${EVERY_MAX_DAYS}d', or 'never'`,
  ),
)

/** The schema of each of {@link SourceOptions}; its output has all defaults. */
export const sourceOptionEntries = {
  base: v.optional(webAddress),
  include: v.optional(patterns, []),
  exclude: v.optional(patterns, []),
  every: v.optional(every, '1d'),
  depth: v.optional(wholeNumber(0, DEPTH_MAX), 5),
  limits: v.optional(
    v.strictObject(
      {
        pages: v.optional(wholeNumber(1, PAGES_MAX), 2_000),
        bytes: v.optional(wholeNumber(1, CRAWL_BYTES_MAX), 1_000_000_000),
        minutes: v.optional(wholeNumber(1, CRAWL_MINUTES_MAX), 120),
      },
      'expected pages, bytes or minutes',
    ),
    {},
  ),
  readers: v.optional(v.literal('named', "expected 'named', or nothing for all users")),
  workspace: v.optional(
    v.pipe(
      text,
      v.minLength(1, `expected 1 to ${WORKSPACE_MAX_CHARACTERS} characters`),
      v.maxLength(WORKSPACE_MAX_CHARACTERS, `expected 1 to ${WORKSPACE_MAX_CHARACTERS} characters`),
    ),
  ),
} satisfies Readonly<Record<keyof SourceOptions, v.GenericSchema>>

const schema = v.strictObject(sourceOptionEntries)

/** Settings of a source, validated and with their defaults. */
export type SourceSettings = Readonly<v.InferOutput<typeof schema>>

/** A source that the configuration declares. */
export interface FixedSource {
  readonly kind: SourceKind
  /** Path of a folder or file, or address of a sitemap or page. */
  readonly location: string
  readonly settings: SourceSettings
}

/** Settings with which a source has no rule of its own. */
export const DEFAULT_SOURCE_SETTINGS: SourceSettings = v.parse(schema, {})

/** The column `settings` of a source, which holds JSON of {@link SourceSettings}. */
export const readSourceSettings = (json: string): SourceSettings =>
  v.parse(schema, JSON.parse(json))

/** Milliseconds of `6h` or `7d`; undefined if it is not such a text, or too long. */
export function everyMs(value: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})([hd])$/.exec(value) ?? []
  if (count === undefined) return undefined
  const ms = Number(count) * (unit === 'h' ? HOUR_MS : DAY_MS)
  return ms <= EVERY_MAX_DAYS * DAY_MS ? ms : undefined
}
