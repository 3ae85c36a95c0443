import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { uploadKeptAtom } from '../composer/atoms/open-trays.ts'
import { hasEnded, isLost, isUploaded, type KeptFile } from '../device/kept-files.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'
import { depsOf } from '../world/chat-deps.ts'
import type { Owner } from '../world/owner.ts'
import type { OutboxItems } from './outbox-items.ts'

/** Number of upload attempts before the person is asked. */
export const OUTBOX_UPLOAD_TRIES = 3

/** Uploads waiting messages' files that are only here, or that the server no longer has. */
export function createUploads(store: Store, items: OutboxItems, { identity, ending }: Owner) {
  const { clock } = depsOf(store.get)
  const triesOf = new Map<string, number>()

  /**
   * An expired file may still exist: the server may have the message if only its answer was lost, and would accept
   * no other file under the same id.
   */
  async function examine(file: KeptFile): Promise<KeptFile> {
    if (!isUploaded(file) || !hasEnded(file, clock.now()) || hasEnded(file, 0)) return file
    const { endsAt: _, ...upload } = file
    const calls = await identity.cloud.files?.()
    if (!calls) return upload
    try {
      await calls.presignDownload({ url: file.url }, ending)
      return upload
    } catch (error) {
      if (!(error instanceof AlcoveError) || error.code !== 'not_found') throw error
      return { ...file, endsAt: 0 }
    }
  }

  async function examineAll(item: OutboxMessage): Promise<OutboxMessage> {
    const files = await Promise.all(item.files.map(examine))
    if (files.every((file, index) => file === item.files[index])) return item
    const examined = { ...item, files }
    if (items.find(item.id)) items.put(examined)
    return examined
  }

  async function upload(waiting: OutboxMessage): Promise<OutboxMessage> {
    const item = await examineAll(waiting)
    if (item.files.some(isLost))
      throw new AlcoveError('send_failed', THREAD_TEXTS.attachmentNotUploaded)
    if (item.files.every((file) => isUploaded(file) && !hasEnded(file, clock.now()))) return item
    const tries = (triesOf.get(item.id) ?? 0) + 1
    triesOf.set(item.id, tries)
    try {
      const files = await store.set(uploadKeptAtom, item.files)
      const uploaded = { ...item, files }
      // Stored before the send: a later attempt sends the same files.
      if (items.find(item.id)) items.put(uploaded)
      return uploaded
    } catch (error) {
      ending.throwIfAborted()
      if (tries < OUTBOX_UPLOAD_TRIES)
        throw new AlcoveError('offline', 'Not uploaded.', { cause: error })
      triesOf.delete(item.id)
      throw error
    }
  }

  return { upload }
}
