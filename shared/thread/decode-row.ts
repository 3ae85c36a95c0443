import { ERROR_TEXTS } from '../error-texts.ts'
import type { JsonValue } from '../json.ts'
import type { Warn } from '../warn.ts'
import { readAttachments, readClientAttachments } from './attachment.ts'
import { decodeAiSdkRow, isAiSdkFormat } from './decode-ai-sdk.ts'
import { decodeMetadata, decodeStatus } from './decode-metadata.ts'
import { decodePart } from './decode-part.ts'
import { joinCalls } from './decode-tool-call.ts'
import {
  attachmentPart,
  isBlankPart,
  type Message,
  type MessagePart,
  type MessageRole,
} from './message.ts'
import { AUI_V0, nameOf, type DecodedRow, type StoredRow } from './stored-row.ts'

const NO_TIME = '1970-01-01T00:00:00.000Z'

/**
 * A stored row as a message: of format `aui/v0`, or the AI SDK's `ai-sdk/v5` and `ai-sdk/v6`. What
 * cannot be read is left out with a warning; a row that is no message at all gives `undefined`, so
 * that one bad row never breaks a thread.
 */
export function decodeRow(row: StoredRow, warn: Warn = console.warn): Message | undefined {
  const isAiSdk = isAiSdkFormat(row.format)
  if (!isAiSdk && row.format !== AUI_V0) return undefined
  const { role } = row.content
  if (!isRole(role)) {
    warn(ERROR_TEXTS.unknownRole(nameOf(role)))
    return undefined
  }
  const draft = isAiSdk ? decodeAiSdkRow(row, role, warn) : decodeAuiRow(row, role, warn)
  if (!draft) return undefined
  const { attachments, ...message } = draft
  const content = message.content.filter((part) => role !== 'assistant' || !isBlankPart(part))
  if (role === 'system' && (content.length !== 1 || content[0]?.type !== 'text')) {
    warn(ERROR_TEXTS.systemText)
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
    warn(ERROR_TEXTS.attachmentsOnUser)
  }
  if (role !== 'assistant' && status !== undefined) warn(ERROR_TEXTS.statusOnAssistant)
  const ours = readAttachments(metadata.custom, warn)
  const parts = joinCalls(decodeParts(id, content, role, warn))
  return {
    // Files of an answer are named beside its parts, which the format has no place for.
    content: role === 'assistant' ? [...parts, ...ours.map(attachmentPart)] : parts,
    attachments: ours.length > 0 ? ours : readClientAttachments(attachments),
    metadata,
    ...(role === 'assistant' ? { status: decodeStatus(status) } : {}),
  }
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
