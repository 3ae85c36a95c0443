import { AlcoveError } from '../../shared/errors.ts'
import { answerFileName, attachmentType, readAttachments } from '../../shared/thread/attachment.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { FileOwner, Files } from '../files/files.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { isDataUrl, readDataUrl } from '../files/read-data-url.ts'
import { createMissingFilesError } from '../files/unsent-files.ts'
import type { FileRow } from '../store/store.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import type { AnswerChunks } from '../models/model.ts'
import type { AnswerChunk } from '../models/step-memory.ts'

/** A file part of a message to be sent. */
export interface SentFile {
  /** Its path in the body, for errors. */
  readonly path: string
  /** A data URL, or an address of this service. */
  readonly url: string
  readonly filename: string
}

export interface KeepFilesSetup {
  readonly files: Pick<Files, 'discard' | 'find' | 'keep' | 'publicUrl' | 'read'>
  readonly owner: FileOwner
  readonly base: string
  readonly amountOf: AmountOf
  /** Attachments of the message if it is sent again, so that a file is not stored twice. */
  readonly known: readonly Attachment[]
}

/**
 * Returns the files of a message as attachments of its row: files inside the call are stored, addresses must
 * belong to the caller.
 *
 * @throws AlcoveError `invalid_request` naming the part, with all missing files as `missingFiles`; and the
 * errors of an upload.
 */
export async function keepFiles(
  sent: readonly SentFile[],
  setup: KeepFilesSetup,
): Promise<readonly Attachment[]> {
  await requireFiles(sent, setup)
  const attachments: Attachment[] = []
  try {
    for (const [index, file] of sent.entries()) {
      const known = setup.known[index]
      const isSame = known !== undefined && (await isSameFile(file, known, setup))
      attachments.push(isSame ? known : await keepFile(file, setup))
    }
  } catch (error) {
    await setup.files.discard(keptKeys(sent, attachments, setup.known))
    throw error
  }
  return attachments
}

/** The error for files that expired after {@link keepFiles} had found them. */
export function describeMissing(
  keys: readonly string[],
  sentFiles: readonly SentFile[],
  attachments: readonly Attachment[],
): AlcoveError {
  const missing = sentFiles.filter((_, index) => keys.includes(attachments[index]?.id ?? ''))
  const urls = missing.map(({ url }) => url)
  return createMissingFilesError(missing[0]?.path ?? 'messages', urls)
}

/** Keys of files that came inside the call; uploaded files can be sent again by their sender. */
export const keptKeys = (
  sent: readonly SentFile[],
  attachments: readonly Attachment[],
  known: readonly Attachment[],
): readonly string[] =>
  attachments
    .filter((attachment, index) => isDataUrl(sent[index]?.url ?? '') && !known.includes(attachment))
    .map(({ id }) => id)

async function keepFile(file: SentFile, setup: KeepFilesSetup): Promise<Attachment> {
  const { files, owner, base } = setup
  const row = isDataUrl(file.url)
    ? await files.keep(owner, base, file.url, file.filename)
    : await files.find(owner, file.url)
  // The upload expired after the check above.
  if (!row) throw createMissingFilesError(file.path, [file.url])
  return toAttachment(row, setup).catch((error: unknown) => {
    // Its row waits for an upload that never came.
    const isMissing = error instanceof AlcoveError && error.code === 'not_found'
    throw isMissing ? createMissingFilesError(file.path, [file.url]) : error
  })
}

/** A stored file as its message refers to it. */
async function toAttachment(
  row: FileRow,
  { files, base }: Pick<KeepFilesSetup, 'files' | 'base'>,
): Promise<Attachment> {
  const { key, filename, mediaType, bytes } = row
  const content = mediaType === null || bytes === null ? await files.read(row) : undefined
  const contentType = mediaType ?? content!.mediaType
  return {
    id: key,
    type: attachmentType(contentType),
    name: filename,
    contentType,
    url: files.publicUrl(base, key),
    size: bytes ?? content!.bytes.byteLength,
  }
}

/** Reports all missing files at once, so that their sender uploads them together. */
async function requireFiles(sent: readonly SentFile[], { files, owner }: KeepFilesSetup) {
  const missing: SentFile[] = []
  for (const file of sent) {
    if (!isDataUrl(file.url) && !(await files.find(owner, file.url))) missing.push(file)
  }
  const [first] = missing
  if (first)
    throw createMissingFilesError(
      first.path,
      missing.map(({ url }) => url),
    )
}

async function isSameFile(
  file: SentFile,
  known: Attachment,
  { files, owner, amountOf }: KeepFilesSetup,
): Promise<boolean> {
  const row = await files.find(owner, isDataUrl(file.url) ? known.id : file.url)
  if (row?.key !== known.id) return false
  if (!isDataUrl(file.url)) return true
  const { bytes } = readDataUrl(file.url, amountOf('inlineDataBytes'))
  // The stored form of an image may differ from the sent bytes.
  return Buffer.from((await files.read(row)).bytes).equals(inspectFile(bytes, amountOf).bytes)
}

export interface AnswerFilesSetup {
  readonly files: Pick<Files, 'discard' | 'find' | 'keep' | 'presignRead' | 'publicUrl' | 'read'>
  /** Owner of the files, whose quota they use. */
  readonly owner: FileOwner
  readonly base: string
  /** Maximum of files of one answer. */
  readonly max: number
  /** Ties the files to their thread, with which they are removed. */
  readonly attach: (keys: readonly string[]) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

type FileChunk = Extract<Chunk, { type: 'file' }>

/**
 * Passes on the chunks of a model and stores each inline file as a file of the thread's owner: the message
 * refers to it in its metadata (`wire.md` 13.15), and readers get an address that opens it for some minutes.
 * A file that cannot be stored is counted there, and the answer goes on.
 */
export async function* keepAnswerFiles(
  chunks: AnswerChunks,
  setup: AnswerFilesSetup,
  current: () => Message,
): AsyncGenerator<AnswerChunk, void, undefined> {
  const { files, onError } = setup
  // No limit: chunks of this process, whose model has PROVIDER_TOTAL_TIMEOUT_MS.
  for await (const chunk of chunks) {
    if (chunk.type !== 'file' || !isDataUrl(chunk.url)) {
      yield chunk
      continue
    }
    const { custom } = current().metadata
    const known = readAttachments(custom, () => {})
    const kept = await keepAnswerFile(chunk, known.length, setup)
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
      // The answer ended first, so no message would refer to the file.
      if (!isTaken) await files.discard([attachment.id]).catch(onError)
    }
    yield { ...chunk, url }
  }
}

/** Returns the file with an address that opens it for some minutes; undefined if it cannot be stored. */
async function keepAnswerFile(
  { url, mediaType }: FileChunk,
  index: number,
  { files, owner, base, max, attach, onError }: AnswerFilesSetup,
) {
  try {
    if (index >= max) throw new Error(`An answer has more than ${max} files.`)
    const row = await files.keep(owner, base, url, answerFileName(mediaType, index))
    try {
      await attach([row.key])
      const attachment = await toAttachment(row, { files, base })
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

/** Key of the number of files that could not be stored, in the answer's custom metadata. */
const LOST_FILES = 'lostFiles'
