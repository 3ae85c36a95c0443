import type { KnowledgeDocumentRow, KnowledgeQueries, PieceRow } from '../../store/store.ts'
import { readableSources } from '../index/readable-sources.ts'
import type { KnowledgeReader } from '../passage.ts'
import { createKeptAddresses } from './kept-addresses.ts'

/** Life of an address, as of addresses of files. */
export const KEPT_ADDRESS_SECONDS = 300
/** Pieces that one page shows before the marked one, and after it. */
export const KEPT_PIECES_MAX = 200

const MS_PER_SECOND = 1_000

/** The kept text of a document, or the part of a long one around the marked piece. */
export interface KeptDocument {
  readonly document: Pick<KnowledgeDocumentRow, 'title' | 'language' | 'date'>
  readonly pieces: readonly Pick<
    PieceRow,
    'position' | 'headings' | 'page' | 'pageLabel' | 'text'
  >[]
  /** Position of the marked piece; `null`: none. */
  readonly marked: number | null
}

export interface KeptAddress {
  /** Without the origin. */
  readonly path: string
  readonly expiresAt: Date
}

/** Texts that the server keeps of documents, for people to read. */
export interface KeptDocuments {
  /** An address that shows a document; undefined if the reader may not find it, or it is not there. */
  addressOf(
    reader: KnowledgeReader,
    documentId: string,
    pieceId: string | undefined,
  ): Promise<KeptAddress | undefined>
  /** Undefined for an address that is not ours, or not valid any more. */
  open(token: string): Promise<KeptDocument | undefined>
}

export interface KeptDocumentsParts {
  readonly store: Pick<
    KnowledgeQueries,
    'findDocument' | 'findPiecePosition' | 'listPieces' | 'listSourceSettings'
  >
  readonly signingKey: Uint8Array
  /** False for a project that is suspended or gone. */
  readonly isOpen: (projectId: string) => Promise<boolean>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createKeptDocuments(parts: KeptDocumentsParts): KeptDocuments {
  const { store, now } = parts
  const addresses = createKeptAddresses(parts.signingKey, now)

  return {
    async addressOf(reader, documentId, pieceId) {
      const { projectId } = reader
      const document = await store.findDocument(projectId, documentId)
      if (!document) return undefined
      const sources = readableSources(await store.listSourceSettings(projectId), reader)
      if (!sources.allowed.includes(document.sourceId)) return undefined
      const position =
        pieceId === undefined
          ? undefined
          : await store.findPiecePosition(projectId, documentId, pieceId)
      const expiresAt = new Date(now() + KEPT_ADDRESS_SECONDS * MS_PER_SECOND)
      const path = addresses.sign({ projectId, documentId, position: position ?? null }, expiresAt)
      return { path: position === undefined ? path : `${path}#${PASSAGE_ID}`, expiresAt }
    },
    async open(token) {
      const place = addresses.verify(token)
      if (!place || !(await parts.isOpen(place.projectId))) return undefined
      const { projectId, documentId, position: marked } = place
      const document = await store.findDocument(projectId, documentId)
      if (!document) return undefined
      const middle = marked ?? 0
      const pieces = await store.listPieces(projectId, documentId, {
        from: middle - KEPT_PIECES_MAX,
        to: middle + KEPT_PIECES_MAX,
      })
      return { document, pieces, marked }
    },
  }
}

/** Id of the marked piece's element in the page. */
export const PASSAGE_ID = 'passage'
