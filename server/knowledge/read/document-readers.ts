import type { RawDocument, ReadDocument } from '../document.ts'
import { createDocumentReader, type DocumentReader, ReaderClosedError } from './document-reader.ts'

/** Reads documents of several projects. */
export interface DocumentReaders {
  /** @throws as {@link DocumentReader}. */
  readDocument(raw: RawDocument, projectId: string): Promise<ReadDocument>
  /** Ends all threads; documents that wait are given up. */
  close(): Promise<void>
}

export interface ReadersOptions {
  /** Readers that stay for the next documents of their projects. */
  readonly kept: number
  /** Default: {@link createDocumentReader}. */
  readonly createReader?: () => DocumentReader
}

interface ProjectReader {
  readonly reader: DocumentReader
  /** Documents that it reads, or that wait for it. */
  documents: number
}

/** Gives each project a reader of its own, so that its slow documents delay no other project. */
export function createDocumentReaders({
  kept,
  createReader = () => createDocumentReader(),
}: ReadersOptions): DocumentReaders {
  /** By project, the longest unused first. */
  const readers = new Map<string, ProjectReader>()
  let isClosed = false

  async function endUnused() {
    for (const [projectId, { reader, documents }] of readers) {
      if (readers.size <= kept) return
      if (documents > 0) continue
      readers.delete(projectId)
      await reader.close()
    }
  }

  return {
    async readDocument(raw, projectId) {
      if (isClosed) throw new ReaderClosedError()
      const own = readers.get(projectId) ?? { reader: createReader(), documents: 0 }
      readers.delete(projectId)
      readers.set(projectId, own)
      own.documents += 1
      try {
        await endUnused()
        return await own.reader.readDocument(raw)
      } finally {
        own.documents -= 1
      }
    },
    async close() {
      isClosed = true
      await Promise.all(Array.from(readers.values(), ({ reader }) => reader.close()))
    },
  }
}
