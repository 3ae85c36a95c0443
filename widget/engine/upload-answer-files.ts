import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import { answerFileName } from '../../shared/thread/answer-file-name.ts'
import {
  attachmentType,
  encodeAttachments,
  type Attachment,
} from '../../shared/thread/attachment.ts'
import type { FilePart, ImagePart, Message, MessagePart } from '../../shared/thread/message.ts'
import type { Cloud } from '../api/cloud.ts'
import { FILE_LIMITS } from './attachments/file-limits.ts'

/** Why a call says no for now only: the file is tried again with its message. */
const PASSING: readonly ErrorCode[] = ['offline', 'call_timeout', 'rate_limited', 'unavailable']

/**
 * Uploads the files that stand in an answer, each once, and names them where history looks for them
 * (`wire.md` 13.15). One that the server does not take is counted there instead.
 *
 * @throws the error of a call that may be answered another time.
 */
export function createAnswerUploads(cloud: Pick<Cloud, 'files'>) {
  /** By address; `null`: refused. */
  const uploaded = new Map<string, Attachment | null>()

  async function upload(part: FilePart | ImagePart, index: number, signal: AbortSignal) {
    const address = addressOf(part)
    if (index >= FILE_LIMITS.filesPerMessage) return null
    try {
      const calls = await cloud.files?.()
      if (!calls) return null
      const { contentType, bytes } = readDataUrl(address)
      const name = part.filename ?? answerFileName(contentType, index)
      const file = new File([bytes], name, { type: contentType })
      const { url, key } = await calls.uploadFile(file, { signal, onProgress() {} })
      const type = attachmentType(contentType)
      return { id: key ?? url, type, name, contentType, url, size: file.size }
    } catch (error) {
      if (error instanceof AlcoveError && PASSING.includes(error.code)) throw error
      return null
    }
  }

  return async (message: Message, signal: AbortSignal): Promise<Message> => {
    const inside = message.content.filter(isInside)
    if (message.role !== 'assistant' || inside.length === 0) return message
    for (const [index, part] of inside.entries()) {
      const address = addressOf(part)
      if (!uploaded.has(address)) uploaded.set(address, await upload(part, index, signal))
    }
    const all = inside.map((part) => uploaded.get(addressOf(part)) ?? null)
    const kept = all.filter((attachment) => attachment !== null)
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
}

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
