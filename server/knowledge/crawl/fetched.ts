import type { UnreadReason } from '../document.ts'
import type { FoundAddress } from '../../store/store.ts'

/** An address as a crawl met it. `address` is that of the document: after redirects, or a path. */
export type Fetched =
  | FetchedDocument
  /** Its server says that it did not change since the crawl before. */
  | {
      readonly type: 'unchanged'
      readonly address: string
      readonly etag: string | null
      readonly lastModified: string | null
    }
  /** The server was not asked, since its sitemap's date says that it did not change. */
  | { readonly type: 'skipped'; readonly address: string }
  /** The document is gone. */
  | { readonly type: 'gone'; readonly address: string; readonly detail: string }
  /** The document must not be read. */
  | {
      readonly type: 'barred'
      readonly address: string
      readonly reason: UnreadReason
      readonly detail: string
    }
  /** The document could not be fetched this time. */
  | {
      readonly type: 'failed'
      readonly address: string
      readonly reason: UnreadReason
      readonly detail: string
    }

export interface FetchedDocument {
  readonly type: 'document'
  readonly address: string
  /** Where people open it; `null`: the server shows the kept text. */
  readonly url: string | null
  readonly bytes: Uint8Array
  readonly mediaType: string | undefined
  readonly charset: string | undefined
  /** As its server tells, BCP 47. */
  readonly language: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  /** True if its server asks not to index it. */
  readonly isHidden: boolean
}

/** The end of a search for a source's addresses. */
export interface Listing {
  /** False if a part of the list could not be read: then nothing is known to be missing. */
  readonly isWhole: boolean
  /** Sentences for the owner. */
  readonly problems: readonly string[]
}

/** A way to walk over a source. */
export interface Walk {
  /** Tells all addresses that the source names, in any number of calls of `add`. */
  list(add: (found: readonly FoundAddress[]) => Promise<void>): Promise<Listing>
  fetch(found: FoundAddress): Promise<Fetched>
  /** Links of a document that the crawl follows. */
  linksOf(found: FoundAddress, links: readonly string[]): readonly FoundAddress[]
  /** True if the settings let the source have this document. */
  takes(address: string): boolean
}
