import type { KnowledgeDocumentRow, KnowledgeQueries, PieceRow } from '../../store/store.ts'
import { readableSources } from '../index/readable-sources.ts'
import type { KnowledgeReader } from '../passage.ts'
import { isWrittenId, writtenIdOf, type WrittenAnswer } from '../written/written-answer.ts'
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
  /** The project's written answers; undefined for a project that is suspended or gone. */
  readonly writtenOf: (projectId: string) => Promise<readonly WrittenAnswer[] | undefined>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createKeptDocuments(parts: KeptDocumentsParts): KeptDocuments {
  const { store, now } = parts
  const addresses = createKeptAddresses(parts.signingKey, now)

  async function findWritten(projectId: string, documentId: string) {
    const written = await parts.writtenOf(projectId)
    return written?.find((each) => writtenIdOf(each) === documentId)
  }

  return {
    async addressOf(reader, documentId, pieceId) {
      const { projectId } = reader
      if (isWrittenId(documentId)) {
        if (!(await findWritten(projectId, documentId))) return undefined
        const expiresAt = new Date(now() + KEPT_ADDRESS_SECONDS * MS_PER_SECOND)
        return {
          path: addresses.sign({ projectId, documentId, position: null }, expiresAt),
          expiresAt,
        }
      }
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
      if (!place || (await parts.writtenOf(place.projectId)) === undefined) return undefined
      const { projectId, documentId, position: marked } = place
      if (isWrittenId(documentId)) {
        const written = await findWritten(projectId, documentId)
        return written && toKept(written)
      }
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

const toKept = ({ name, language = '', text }: WrittenAnswer): KeptDocument => ({
  document: { title: name, language, date: '' },
  pieces: [{ position: 0, headings: [], text }],
  marked: null,
})

/** Id of the marked piece's element in the page. */
export const PASSAGE_ID = 'passage'
