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
 * Keeps messages through the history calls, each once: the thread is made with the first, a message
 * waits for the one before it, and its own id names it, so that no repeated call stores it twice. One
 * that waits is stored when something follows it. What could not be stored is tried again after the
 * next turn. It goes on when the thread is closed.
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
        // The answer can come without it; saving tries it again.
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
  /** Takes the files of answers, if it takes any. */
  readonly cloud: Pick<Cloud, 'files'>
  readonly clock: Clock
  readonly log: ThreadLog
}

/** Keeps a thread whose answers come from a server that does not keep them. */
export interface Keeper {
  /**
   * Makes the thread if the server does not know it.
   *
   * @throws the signal's reason.
   */
  ensureThread(signal: AbortSignal): Promise<void>
  /**
   * Saves what of the path to a message is not saved, one after the other. Never fails.
   *
   * @param isChanged the message has grown since it was saved.
   */
  save(messageId: string, isChanged?: boolean): Promise<void>
}

/**
 * Writes a message as history keeps it, its files uploaded, and without the parts that the format does
 * not know: the words must not be lost with them. That there are such parts is said once for a message.
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
      // The message is saved: a person is told of no failure.
      console.warn(THREAD_TEXTS.unsupportedPart(lost.type))
    }
    return encodeMessage({ ...message, content })
  }

  return { encode, noteSaved }
}

/** Why a call says no for now only: the file is tried again with its message. */
const PASSING: readonly ErrorCode[] = ['offline', 'call_timeout', 'rate_limited', 'unavailable']

/**
 * Uploads the files that stand in an answer, each once, and names them where history looks for them
 * (`wire.md` 13.15). One that the server does not take is counted there instead.
 *
 * @throws the error of a call that may be answered another time.
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
    /** Notes that the server has a message: uploads that a message names do not end. */
    noteSaved({ content }: Message) {
      for (const part of content.filter(isInside)) {
        const known = uploaded.get(addressOf(part))
        if (known) uploaded.set(addressOf(part), { ...known, endsAt: undefined })
      }
    },
  }
}

/** An upload until its message is saved. Without an attachment the server took no file. */
interface AnswerUpload {
  readonly attachment?: Attachment
  /** Milliseconds since 1970: from then on the server may have dropped it. */
  readonly endsAt?: number | undefined
}

const REFUSED: AnswerUpload = {}

const addressOf = (part: FilePart | ImagePart): string =>
  part.type === 'image' ? part.image : part.data

/** A file at an address elsewhere is not ours to keep. */
const isInside = (part: MessagePart): part is FilePart | ImagePart =>
  (part.type === 'file' || part.type === 'image') && addressOf(part).startsWith('data:')

/** The frame may fetch no `data:` address. @throws where it is none that can be read. */
function readDataUrl(address: string) {
  const [, head = '', content = ''] = /^data:([^,]*),([^]*)$/.exec(address) ?? []
  const contentType = head.split(';', 1)[0]!.toLowerCase()
  const bytes = /;base64$/i.test(head)
    ? Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(decodeURIComponent(content))
  return { contentType, bytes }
}
