import { encodeMessage, isStorablePart } from '../../shared/thread/encode-message.ts'
import { AUI_V0 } from '../../shared/thread/stored-row.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { CloudRecords } from '../cloud/cloud-records.ts'
import { untilAborted } from '../cloud/time-limit.ts'
import type { Keeper, KeeperSettings } from './keeper.ts'
import { createAnswerUploads } from './upload-answer-files.ts'

/**
 * Keeps messages through the history calls, each once: the thread is made with the first, a message
 * waits for the one before it, and its own id names it, so that no repeated call stores it twice. One
 * that waits is stored when something follows it. What could not be stored is tried again after the
 * next turn. It goes on when the thread is closed.
 */
export function createHistoryKeeper(settings: KeeperSettings): Keeper {
  const { clock, log, rowIds, unsent, above, onFailure } = settings
  const { signal } = new AbortController()
  let { threadId } = settings
  let making: Promise<string> | undefined
  let last: Promise<void> = Promise.resolve()
  /** Kept parts that the format has no form for are told once. */
  const told = new Set<string>()
  const uploadFiles = createAnswerUploads(settings.cloud)

  function makeThread(): Promise<string> {
    making ??= create().finally(() => {
      making = undefined
    })
    return making
  }

  async function create(): Promise<string> {
    if (!threadId.startsWith(LOCAL_THREAD_PREFIX)) return threadId
    const records = await settings.records()
    const startedAt = new Date(clock.now()).toISOString()
    threadId = await records.createThread(threadId, startedAt, signal)
    return threadId
  }

  async function saveAll(messageId: string, isChanged: boolean) {
    if (log.tree.get(messageId) === undefined) return
    const records = await settings.records()
    await makeThread()
    let parentId = above()
    for (const message of log.pathTo(messageId)) {
      const isLast = message.id === messageId
      const isWaiting = message.status?.type === 'requires-action'
      const rowId = rowIds.rowOf(message.id)
      if (rowId !== undefined) {
        parentId = rowId
        if (!isLast || !isChanged || isWaiting) continue
        await records.updateMessage(threadId, rowId, await encode(message), signal)
      } else if (!unsent.has(message.id) && !(isLast && isWaiting)) {
        parentId = await save(records, message, parentId)
      }
    }
  }

  async function save(records: CloudRecords, message: Message, parentId: string | null) {
    const content = await encode(message)
    const record = { externalId: message.id, parentId, format: AUI_V0, content }
    const rowId = await records.createMessage(threadId, record, signal)
    rowIds.link(message.id, rowId)
    return rowId
  }

  /** Without the parts that the format does not know: the words must not be lost with them. */
  async function encode(given: Message): Promise<JsonObject> {
    const message = await uploadFiles(given, signal)
    const content = message.content.filter(isStorablePart)
    const lost = message.content.find((part) => !isStorablePart(part))
    if (lost && !told.has(message.id)) {
      told.add(message.id)
      // The message is saved: a person is told of no failure.
      console.warn(ERROR_TEXTS.unsupportedPart(lost.type))
    }
    return encodeMessage({ ...message, content })
  }

  return {
    async ensureThread(starting) {
      try {
        return await untilAborted(starting, makeThread())
      } catch (error) {
        if (starting.aborted) throw error
        // The answer can come without it; saving tries it again.
        onFailure('save', error)
        return threadId
      }
    },
    save(messageId, isChanged = false) {
      last = last
        .then(() => saveAll(messageId, isChanged))
        .catch((error: unknown) => onFailure('save', error))
      return last
    },
  }
}
