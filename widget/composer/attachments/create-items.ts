import { createMessageId } from '../../../shared/ids.ts'
import type { Clock } from '../../api/clock.ts'
import { hasEnded, type KeptUpload } from '../../device/kept-files.ts'
import type { AttachmentAdapter } from './attachment-adapter.ts'
import type { UnreadKinds } from './find-unread.ts'
import { fileKind, isPdf } from './sort-files.ts'
import { isLostItem, LOST, READY, uploading, type TrayAttachment } from './tray-attachment.ts'

/** Object URLs of images in the tray. */
export interface Previews {
  create(file: File): string
  drop(url: string): void
}

interface ItemSettings {
  readonly adapter: AttachmentAdapter
  readonly clock: Pick<Clock, 'now'>
  readonly previews?: Previews
  /** Kinds of files that the assistant cannot read. Default: none. */
  readonly cannotRead?: UnreadKinds
}

/** Time when a file becomes lost. Empty for files with a copy, without an expiry, or already lost. */
export function lossTime(item: TrayAttachment): readonly number[] {
  const endsAt = item.stored?.endsAt
  return item.file || endsAt === undefined || isLostItem(item) ? [] : [endsAt]
}

/** A local copy only helps beside an upload that expires. */
export const withCopy = ({ file }: TrayAttachment, upload: KeptUpload): KeptUpload =>
  file && upload.endsAt !== undefined ? { ...upload, copy: file } : upload

/** Appends new items, or puts them where a lost file of the same name is. */
export function placeItems(
  all: readonly TrayAttachment[],
  added: readonly TrayAttachment[],
): readonly TrayAttachment[] {
  const placed = [...all]
  for (const item of added) {
    const place = placed.findIndex((other) => isLostItem(other) && other.name === item.name)
    if (place === -1) placed.push(item)
    else placed[place] = item
  }
  return placed
}

export function createItem(
  file: File,
  { adapter, previews, cannotRead = [] }: ItemSettings,
): TrayAttachment {
  const type = fileKind(file)
  const hasPages = adapter.pages && isPdf(file) && !cannotRead.includes('images')
  const previewUrl = type === 'image' ? previews?.create(file) : undefined
  return {
    id: createMessageId(),
    type,
    name: file.name,
    contentType: file.type,
    size: file.size,
    status: uploading(0),
    file,
    ...(previewUrl === undefined ? {} : { previewUrl }),
    ...(hasPages ? { pages: { type: 'offered' } } : {}),
  }
}

/** Item for an upload that the server has or had. With a copy it looks like a picked file. */
export function storedItem(upload: KeptUpload, settings: ItemSettings): TrayAttachment {
  const { copy, ...stored } = upload
  const ended = hasEnded(stored, settings.clock.now())
  if (copy) return { ...createItem(copy, settings), stored, status: READY }
  const { type, name, contentType, size, url } = stored
  const preview = type === 'image' && !ended ? { previewUrl: url } : {}
  const status = ended ? LOST : READY
  return { id: createMessageId(), type, name, contentType, size, status, stored, ...preview }
}
