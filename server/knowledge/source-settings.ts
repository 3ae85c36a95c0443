import * as v from 'valibot'
import { sourceOptionEntries } from '../../shared/api/source-options.ts'
import type { SourceKind } from '../store/store.ts'

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

const schema = v.strictObject(
  sourceOptionEntries satisfies Readonly<Record<keyof SourceOptions, v.GenericSchema>>,
)

/** Settings of a source, validated and with their defaults. */
export type SourceSettings = Readonly<v.InferOutput<typeof schema>>

/** A source that the configuration declares. */
export interface FixedSource {
  readonly kind: SourceKind
  /** Path of a folder or file, or address of a sitemap or page. */
  readonly location: string
  readonly settings: SourceSettings
}

/** The column `settings` of a source, which holds JSON of {@link SourceSettings}. */
export const readSourceSettings = (json: string): SourceSettings =>
  v.parse(schema, JSON.parse(json))
