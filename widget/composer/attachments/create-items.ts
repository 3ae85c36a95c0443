import { createMessageId } from '../../../shared/ids.ts'
import type { Clock } from '../../api/clock.ts'
import { hasEnded, type KeptUpload } from '../../device/kept-files.ts'
import type { AttachmentAdapter } from './attachment-adapter.ts'
import { fileKind, isPdf } from './sort-files.ts'
import { isLostItem, LOST, READY, uploading, type TrayAttachment } from './tray-attachment.ts'

/** Addresses that show images while they are in the tray. */
export interface Previews {
  create(file: File): string
  drop(url: string): void
}

interface ItemSettings {
  readonly adapter: AttachmentAdapter
  readonly clock: Pick<Clock, 'now'>
  readonly previews?: Previews
}

/** The time when a file is lost; none where there is a copy, no end, or nothing left to lose. */
export function lossTime(item: TrayAttachment): readonly number[] {
  const endsAt = item.stored?.endsAt
  return item.file || endsAt === undefined || isLostItem(item) ? [] : [endsAt]
}

/** A copy is of use only beside an upload that ends. */
export const withCopy = ({ file }: TrayAttachment, upload: KeptUpload): KeptUpload =>
  file && upload.endsAt !== undefined ? { ...upload, copy: file } : upload

/** New items behind the others, or where a lost file of their name stands. */
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

export function createItem(file: File, { adapter, previews }: ItemSettings): TrayAttachment {
  const type = fileKind(file)
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
    ...(adapter.pages && isPdf(file) ? { pages: { type: 'offered' } } : {}),
  }
}

/** An item for what the server has, or had; with its copy as if it were picked. */
export function storedItem(upload: KeptUpload, settings: ItemSettings): TrayAttachment {
  const { copy, ...stored } = upload
  const ended = hasEnded(stored, settings.clock.now())
  if (copy) return { ...createItem(copy, settings), stored, status: READY }
  const { type, name, contentType, size, url } = stored
  const preview = type === 'image' && !ended ? { previewUrl: url } : {}
  const status = ended ? LOST : READY
  return { id: createMessageId(), type, name, contentType, size, status, stored, ...preview }
}
