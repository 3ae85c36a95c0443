import { THREAD_TEXTS } from '../thread-texts.ts'
import type { Warn } from '../errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import {
  attachmentType,
  isAttachment,
  readAttachments,
  readClientAttachments,
  type Attachment,
} from './attachment.ts'
import {
  attachmentPart,
  isBlankPart,
  type FilePart,
  type Message,
  type MessagePart,
  type MessageRole,
  type MessageStatus,
} from './message.ts'
import { isRefused } from './call-state.ts'
import { finishStatus } from './settle-message.ts'
import { joinCalls } from './stored-call.ts'
import { decodeMetadata, decodeStatus, readFeedback } from './stored-metadata.ts'
import { decodePart, decodeUiPart, nameOf } from './stored-part.ts'
import { callsOf } from './tool-call.ts'

/** The contract's own format. */
export const AUI_V0 = 'aui/v0'

/** A row of the contract, with the fields that decoding needs. */
export interface StoredRow {
  readonly id: string
  readonly created_at: string
  readonly format: string
  readonly content: JsonObject
}

/** A format's part of a message, before the rules for all formats. */
type DecodedRow = Pick<Message, 'content' | 'status' | 'metadata'> & {
  readonly attachments: readonly Attachment[]
}

const NO_TIME = '1970-01-01T00:00:00.000Z'

/**
 * Decodes a stored row of format `aui/v0`, or the AI SDK's `ai-sdk/v5` and `ai-sdk/v6`. Malformed parts are
 * left out with a warning; a row that is not a message gives `undefined`, so that one bad row never breaks a
 * thread.
 */
export function decodeRow(row: StoredRow, warn: Warn = console.warn): Message | undefined {
  const isAiSdk = isAiSdkFormat(row.format)
  if (!isAiSdk && row.format !== AUI_V0) return undefined
  const { role } = row.content
  if (!isRole(role)) {
    warn(THREAD_TEXTS.unknownRole(nameOf(role)))
    return undefined
  }
  const draft = isAiSdk ? decodeAiSdkRow(row, role, warn) : decodeAuiRow(row, role, warn)
  if (!draft) return undefined
  const { attachments, ...message } = draft
  const content = message.content.filter((part) => role !== 'assistant' || !isBlankPart(part))
  if (role === 'system' && (content.length !== 1 || content[0]?.type !== 'text')) {
    warn(THREAD_TEXTS.systemText)
    return undefined
  }
  const createdAt = Number.isNaN(Date.parse(row.created_at)) ? NO_TIME : row.created_at
  const hasAttachments = role === 'user' && attachments.length > 0
  return {
    id: row.id,
    createdAt,
    role,
    ...message,
    content,
    ...(hasAttachments ? { attachments } : {}),
  }
}

function decodeAuiRow({ id, content: row }: StoredRow, role: MessageRole, warn: Warn): DecodedRow {
  const { content, attachments, status } = row
  const metadata = decodeMetadata(row['metadata'], role, warn)
  if (role !== 'user' && Array.isArray(attachments) && attachments.length > 0) {
    warn(THREAD_TEXTS.attachmentsOnUser)
  }
  if (role !== 'assistant' && status !== undefined) warn(THREAD_TEXTS.statusOnAssistant)
  const ours = readAttachments(metadata.custom, warn)
  const parts = joinCalls(decodeParts(id, content, role, warn))
  return {
    // Files of an answer are listed beside its parts, since the format has no place for them among the parts.
    content: role === 'assistant' ? [...parts, ...ours.map(attachmentPart)] : parts,
    attachments: ours.length > 0 ? ours : readClientAttachments(attachments),
    metadata,
    ...(role === 'assistant' ? { status: statusOf(parts, decodeStatus(status)) } : {}),
  }
}

/** Decides the status anew if the message waits for a call that is refused here. */
function statusOf(parts: readonly MessagePart[], status: MessageStatus): MessageStatus {
  const waitsForRefused = status.type === 'requires-action' && callsOf(parts).some(isRefused)
  return waitsForRefused ? finishStatus(parts, 'unknown') : status
}

function decodeParts(
  rowId: string,
  content: JsonValue | undefined,
  role: MessageRole,
  warn: Warn,
): readonly MessagePart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  const values = content as readonly JsonValue[]
  return values.flatMap((value, index) => {
    const part = decodePart(value, { role, id: `${rowId}-${index}`, warn })
    return part ? [part] : []
  })
}

const isRole = (role: unknown): role is MessageRole =>
  role === 'user' || role === 'assistant' || role === 'system'

export const isAiSdkFormat = (format: string): boolean =>
  format === 'ai-sdk/v5' || format === 'ai-sdk/v6'

/** A `UIMessage` without its id (`wire.md` 2.2 and 3.3). Files of a user's message are attachments. */
function decodeAiSdkRow(
  { content: row }: StoredRow,
  role: MessageRole,
  warn: Warn,
): DecodedRow | undefined {
  if (!Array.isArray(row['parts'])) {
    warn(THREAD_TEXTS.unsupportedPartType('none'))
    return undefined
  }
  const parts = row['parts'] as readonly JsonValue[]
  const found: MessagePart[] = []
  const files: Attachment[] = []
  for (const value of parts) {
    const object: JsonObject = isPlainObject(value) ? value : {}
    const type = nameOf(object['type'])
    if (type === 'step-start') continue
    const part = decodeUiPart(type, object)
    if (!part || (role !== 'assistant' && part.type !== 'text' && part.type !== 'file')) {
      warn(THREAD_TEXTS.unsupportedPartType(type))
    } else if (part.type === 'file' && role === 'user') {
      const file = toAttachment(part, String(files.length))
      if (isAttachment(file)) files.push(file)
      else warn(THREAD_TEXTS.unsupportedPartType(type))
    } else found.push(part)
  }
  const content = joinCalls(found)
  const metadata: JsonObject = isPlainObject(row['metadata']) ? row['metadata'] : {}
  const { custom: given, submittedFeedback: feedback, ...rest } = metadata
  const custom = isPlainObject(given) ? given : metadata
  const other = isPlainObject(given) && Object.keys(rest).length > 0 ? { other: rest } : {}
  const submittedFeedback = readFeedback(feedback)
  return role === 'assistant'
    ? {
        content,
        attachments: [],
        metadata: {
          custom,
          ...other,
          steps: [],
          ...(submittedFeedback ? { submittedFeedback } : {}),
        },
        status: finishStatus(content, 'unknown'),
      }
    : {
        content,
        attachments: [...readAttachments(custom, warn), ...files],
        metadata: { custom, ...other },
      }
}

function toAttachment({ mimeType, data, filename = '' }: FilePart, id: string): Attachment {
  const type = attachmentType(mimeType)
  return { id, type, name: filename, contentType: mimeType, url: data, size: 0 }
}
