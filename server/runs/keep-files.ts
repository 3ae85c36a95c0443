import { AlcoveError } from '../../shared/errors.ts'
import type { FileOwner, Files } from '../files/files.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { readDataUrl } from '../files/read-data-url.ts'
import type { FileRow } from '../store/store.ts'
import type { AmountOf } from './amount-of.ts'
import { attachmentType, type Attachment } from '../../shared/thread/attachment.ts'
import { isDataUrl } from './inline-bytes.ts'
import type { SentFile } from './read-turn.ts'

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
 * @throws AlcoveError `invalid_request` naming the part, and the errors of an upload.
 */
export async function keepFiles(
  sent: readonly SentFile[],
  setup: KeepFilesSetup,
): Promise<readonly Attachment[]> {
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
    : await requireFile(file, setup)
  return toAttachment(row, setup)
}

/** A kept file as its message names it. */
export async function toAttachment(
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

async function requireFile(file: SentFile, { files, owner }: KeepFilesSetup): Promise<FileRow> {
  const row = await files.find(owner, file.url)
  if (row) return row
  throw new AlcoveError(
    'invalid_request',
    `${file.path}.url: no file of yours; expected a data URL, or the address that an upload gave.`,
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
