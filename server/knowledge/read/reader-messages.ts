import type { RawDocument, ReadDocument, UnreadReason } from '../document.ts'
import type { ReadableType } from './read-document.ts'

/** To the thread that reads. */
export interface ReadOrder {
  readonly raw: RawDocument
  readonly type: ReadableType
}

/** From it: one for each order. */
export type ReadReport =
  | { readonly type: 'read'; readonly document: ReadDocument }
  | { readonly type: 'unread'; readonly reason: UnreadReason; readonly sentence: string }
