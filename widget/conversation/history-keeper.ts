import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import {
  answerFileName,
  attachmentType,
  encodeAttachments,
} from '../../shared/thread/attachment.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { AUI_V0 } from '../../shared/thread/decode-row.ts'
import { encodeMessage } from '../../shared/thread/encode-message.ts'
import { FILE_LIMITS } from '../../shared/thread/file-limits.ts'
import type { FilePart, ImagePart, Message, MessagePart } from '../../shared/thread/message.ts'
import { isStorablePart } from '../../shared/thread/stored-part.ts'
import { untilAborted, type Clock } from '../api/clock.ts'
import type { CloudRecords } from '../api/cloud-records.ts'
import type { Cloud } from '../api/cloud.ts'
import type { ThreadLog } from './thread-log.ts'

/**
 * Stores messages through the history calls, each once. The thread is made with the first message, and a message
 * waits for the one before it. Its own id is the external id, so that repeated calls store it once. A waiting
 * answer is stored when something follows it. After a failure, storing is tried again after the next turn. It
 * continues after the thread is closed.
 */
export function createHistoryKeeper(settings: KeeperSettings): Keeper {
  const { clock, log } = settings
  const { signal } = new AbortController()
  let making: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  const { encode, noteSaved } = createEncoder(settings, signal)

  const fail = (error: unknown) => log.fail('save', error)

  function makeThread(): Promise<void> {
    making ??= create().finally(() => {
      making = undefined
    })
    return making
  }

  async function create(): Promise<void> {
    if (!log.id.startsWith(LOCAL_THREAD_PREFIX)) return
    const records = await settings.records()
    const startedAt = new Date(clock.now()).toISOString()
    log.learnId(await records.createThread(log.id, startedAt, signal))
  }

  async function saveAll(messageId: string, isChanged: boolean) {
    if (log.tree.get(messageId) === undefined) return
    const records = await settings.records()
    await makeThread()
    let parentId = log.above
    for (const message of log.pathTo(messageId)) {
      const isLast = message.id === messageId
      const isWaiting = message.status?.type === 'requires-action'
      const rowId = log.rows.rowOf(message.id)
      if (rowId !== undefined) {
        parentId = rowId
        if (!isLast || !isChanged || isWaiting) continue
        await records.updateMessage(log.id, rowId, await encode(message), signal)
        noteSaved(message)
      } else if (!log.unsent.has(message.id) && !(isLast && isWaiting)) {
        parentId = await save(records, message, parentId)
      }
    }
  }

  async function save(records: CloudRecords, message: Message, parentId: string | null) {
    const content = await encode(message)
    const record = { externalId: message.id, parentId, format: AUI_V0, content }
    const rowId = await records.createMessage(log.id, record, signal)
    noteSaved(message)
    log.rows.link(message.id, rowId)
    return rowId
  }

  return {
    async ensureThread(starting) {
      try {
        await untilAborted(starting, makeThread())
      } catch (error) {
        if (starting.aborted) throw error
        // The answer can arrive without it; saving tries again.
        fail(error)
      }
    },
    save(messageId, isChanged = false) {
      last = last
        .then(() => saveAll(messageId, isChanged))
        .then(() => log.tell({ type: 'taken', what: 'message saved' }))
        .catch(fail)
      return last
    },
  }
}

export interface KeeperSettings {
  readonly records: () => Promise<CloudRecords>
  /** Uploads the files of answers, if it has files. */
  readonly cloud: Pick<Cloud, 'files'>
  readonly clock: Clock
  readonly log: ThreadLog
}

/** Stores a thread whose answers come from a server that does not store them. */
export interface Keeper {
  /**
   * Makes the thread if the server does not know it.
   *
   * @throws the signal's reason.
   */
  ensureThread(signal: AbortSignal): Promise<void>
  /**
   * Saves the unsaved messages on the path to a message, one after the other. Never rejects.
   *
   * @param isChanged true if the message has grown since it was saved.
   */
  save(messageId: string, isChanged?: boolean): Promise<void>
}

/**
 * Encodes a message as history stores it, with its files uploaded. Parts that the format does not know are left
 * out, so that the text is not lost with them, and reported once per message.
 */
function createEncoder(settings: Pick<KeeperSettings, 'cloud' | 'clock'>, signal: AbortSignal) {
  const told = new Set<string>()
  const { uploadFiles, noteSaved } = createAnswerUploads(settings)

  async function encode(given: Message): Promise<JsonObject> {
    const message = await uploadFiles(given, signal)
    const content = message.content.filter(isStorablePart)
    const lost = message.content.find((part) => !isStorablePart(part))
    if (lost && !told.has(message.id)) {
      told.add(message.id)
      // A warning only: the message is saved, so the person sees no failure.
      console.warn(THREAD_TEXTS.unsupportedPart(lost.type))
    }
    return encodeMessage({ ...message, content })
  }

  return { encode, noteSaved }
}

/** Codes of temporary failures, after which a file is tried again with its message. */
const PASSING: readonly ErrorCode[] = ['offline', 'call_timeout', 'rate_limited', 'unavailable']

/**
 * Uploads the files in an answer, each once, and lists them where history expects them (`wire.md` 13.15). Refused
 * files are only counted there.
 *
 * @throws the error of a call that may succeed later.
 */
function createAnswerUploads({ cloud, clock }: Pick<KeeperSettings, 'cloud' | 'clock'>) {
  /** By address. */
  const uploaded = new Map<string, AnswerUpload>()

  function isUsable(address: string): boolean {
    const known = uploaded.get(address)
    return known !== undefined && (known.endsAt === undefined || known.endsAt > clock.now())
  }

  async function upload(
    part: FilePart | ImagePart,
    index: number,
    signal: AbortSignal,
  ): Promise<AnswerUpload> {
    const address = addressOf(part)
    if (index >= FILE_LIMITS.filesPerMessage) return REFUSED
    try {
      const calls = await cloud.files?.()
      if (!calls) return REFUSED
      const { contentType, bytes } = readDataUrl(address)
      const name = part.filename ?? answerFileName(contentType, index)
      const file = new File([bytes], name, { type: contentType })
      const { url, key, endsAt } = await calls.uploadFile(file, { signal, onProgress() {} })
      const type = attachmentType(contentType)
      const attachment = { id: key ?? url, type, name, contentType, url, size: file.size }
      return { attachment, endsAt }
    } catch (error) {
      if (error instanceof AlcoveError && PASSING.includes(error.code)) throw error
      return REFUSED
    }
  }

  async function uploadFiles(message: Message, signal: AbortSignal): Promise<Message> {
    const inside = message.content.filter(isInside)
    if (message.role !== 'assistant' || inside.length === 0) return message
    for (const [index, part] of inside.entries()) {
      const address = addressOf(part)
      if (!isUsable(address)) uploaded.set(address, await upload(part, index, signal))
    }
    const all = inside.map((part) => uploaded.get(addressOf(part))?.attachment)
    const kept = all.filter((attachment) => attachment !== undefined)
    const lost = all.length - kept.length
    const custom = {
      ...message.metadata.custom,
      ...encodeAttachments(kept),
      ...(lost > 0 && { lostFiles: lost }),
    }
    return {
      ...message,
      content: message.content.filter((part) => !isInside(part)),
      metadata: { ...message.metadata, custom },
    }
  }

  return {
    uploadFiles,
    /** Notes that the server has a message: named uploads do not expire. */
    noteSaved({ content }: Message) {
      for (const part of content.filter(isInside)) {
        const known = uploaded.get(addressOf(part))
        if (known) uploaded.set(addressOf(part), { ...known, endsAt: undefined })
      }
    },
  }
}

/** An upload until its message is saved. Without an attachment, the server refused the file. */
interface AnswerUpload {
  readonly attachment?: Attachment
  /** Milliseconds since 1970 after which the server may drop the file. */
  readonly endsAt?: number | undefined
}

const REFUSED: AnswerUpload = {}

const addressOf = (part: FilePart | ImagePart): string =>
  part.type === 'image' ? part.image : part.data

/** Files at addresses elsewhere are not uploaded. */
const isInside = (part: MessagePart): part is FilePart | ImagePart =>
  (part.type === 'file' || part.type === 'image') && addressOf(part).startsWith('data:')

/** Decodes the address, because the frame may not fetch `data:` addresses. @throws for an unreadable one. */
function readDataUrl(address: string) {
  const [, head = '', content = ''] = /^data:([^,]*),([^]*)$/.exec(address) ?? []
  const contentType = head.split(';', 1)[0]!.toLowerCase()
  const bytes = /;base64$/i.test(head)
    ? Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(decodeURIComponent(content))
  return { contentType, bytes }
}
