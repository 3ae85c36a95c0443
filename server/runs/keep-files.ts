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

/** A file part of a message that is to be sent. */
export interface SentFile {
  /** Where it stands in the body, for errors. */
  readonly path: string
  /** A data URL, or one of our addresses. */
  readonly url: string
  readonly filename: string
}

export interface KeepFilesSetup {
  readonly files: Pick<Files, 'discard' | 'find' | 'keep' | 'publicUrl' | 'read'>
  readonly owner: FileOwner
  readonly base: string
  readonly amountOf: AmountOf
  /** What the message has already, when it is sent again: the same file is not kept twice. */
  readonly known: readonly Attachment[]
}

/**
 * The files of a message as attachments of its row: those inside of the call are kept, addresses must
 * be the caller's own.
 *
 * @throws AlcoveError `invalid_request` naming the part, with all files that are not there as
 * `missingFiles`; and the errors of an upload.
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

/** The error for files that ended after {@link keepFiles} had found them. */
export function describeMissing(
  keys: readonly string[],
  sentFiles: readonly SentFile[],
  attachments: readonly Attachment[],
): AlcoveError {
  const missing = sentFiles.filter((_, index) => keys.includes(attachments[index]?.id ?? ''))
  const urls = missing.map(({ url }) => url)
  return createMissingFilesError(missing[0]?.path ?? 'messages', urls)
}

/** Of files that came inside of the call; what an upload brought is its sender's to send again. */
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
  // The upload ended since the look at it above.
  if (!row) throw createMissingFilesError(file.path, [file.url])
  return toAttachment(row, setup).catch((error: unknown) => {
    // Its row waits for an upload that never came.
    const isMissing = error instanceof AlcoveError && error.code === 'not_found'
    throw isMissing ? createMissingFilesError(file.path, [file.url]) : error
  })
}

/** A kept file as its message names it. */
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

/** Names all that are missing at once, so that their sender uploads them in one go. */
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
  // What is kept of an image is not all that was sent.
  return Buffer.from((await files.read(row)).bytes).equals(inspectFile(bytes, amountOf).bytes)
}

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
      // The answer ended before it: nobody would ever see the file.
      if (!isTaken) await files.discard([attachment.id]).catch(onError)
    }
    yield { ...chunk, url }
  }
}

/** With an address that opens it for some minutes; undefined where it cannot be kept. */
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

/** How many files of an answer could not be kept, in its custom metadata. */
const LOST_FILES = 'lostFiles'
