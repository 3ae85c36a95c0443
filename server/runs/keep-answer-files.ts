import { readAttachments, type Attachment } from '../../shared/thread/attachment.ts'
import { answerFileName } from '../../shared/thread/answer-file-name.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { FileOwner, Files } from '../files/files.ts'
import { isDataUrl } from './inline-bytes.ts'
import { toAttachment } from './keep-files.ts'

export interface AnswerFilesSetup {
  readonly files: Pick<Files, 'discard' | 'find' | 'keep' | 'presignRead' | 'publicUrl' | 'read'>
  /** Whose files they are, and who has the room for them. */
  readonly owner: FileOwner
  readonly base: string
  /** Of one answer. */
  readonly max: number
  /** They go with their thread. */
  readonly attach: (keys: readonly string[]) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

type FileChunk = Extract<Chunk, { type: 'file' }>

/**
 * The chunks of a model, with each file that came inside of one kept as a file of the thread's owner:
 * the message names it in its metadata (`wire.md` 13.15), and readers get an address that opens it for
 * some minutes. One that cannot be kept is counted there, and the answer goes on.
 */
export async function* keepAnswerFiles(
  chunks: AsyncIterable<Chunk>,
  setup: AnswerFilesSetup,
  current: () => Message,
): AsyncGenerator<Chunk, void, undefined> {
  const { files, base, onError } = setup
  for await (const chunk of chunks) {
    if (chunk.type !== 'file' || !isDataUrl(chunk.url)) {
      yield chunk
      continue
    }
    const { custom } = current().metadata
    const known = readAttachments(custom, () => {})
    const kept = await keep(chunk, known.length, setup)
    if (!kept) {
      const before = custom[LOST_FILES]
      const lost = (typeof before === 'number' ? before : 0) + 1
      yield { type: 'message-metadata', messageMetadata: { [LOST_FILES]: lost } }
      continue
    }
    const { attachment, url } = kept
    let isTaken = false
    try {
      const attachments = [...known, attachment].map((each) => ({ ...each }))
      yield { type: 'message-metadata', messageMetadata: { attachments } }
      isTaken = true
    } finally {
      // The answer ended before it: nobody would ever see the file.
      if (!isTaken) await files.discard([attachment.id]).catch(onError)
    }
    yield { ...chunk, url }
  }

  async function keep(
    { url, mediaType }: FileChunk,
    index: number,
    { owner, max }: AnswerFilesSetup,
  ) {
    try {
      if (index >= max) throw new Error(`An answer has more than ${max} files.`)
      const row = await files.keep(owner, base, url, answerFileName(mediaType, index))
      try {
        await setup.attach([row.key])
        const attachment: Attachment = await toAttachment(row, { files, base })
        const { signedUrl } = await files.presignRead(base, row)
        return { attachment, url: signedUrl }
      } catch (error) {
        await files.discard([row.key])
        throw error
      }
    } catch (error) {
      onError(error)
      return undefined
    }
  }
}

/** How many files of an answer could not be kept, in its custom metadata. */
const LOST_FILES = 'lostFiles'
