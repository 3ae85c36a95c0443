import { ERROR_TEXTS } from '../error-texts.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Warn } from '../warn.ts'
import { attachmentType, isAttachment, readAttachments, type Attachment } from './attachment.ts'
import { readFeedback } from './decode-metadata.ts'
import { joinCalls, openState, readApproval } from './decode-tool-call.ts'
import type { MessagePart, MessageRole, ToolCallPart } from './message.ts'
import { finishStatus } from './settle-message.ts'
import { nameOf, type DecodedRow, type StoredRow } from './stored-row.ts'

export const isAiSdkFormat = (format: string): boolean =>
  format === 'ai-sdk/v5' || format === 'ai-sdk/v6'

/** A `UIMessage` without its id (`wire.md` 2.2 and 3.3). Files of a user's message are attachments. */
export function decodeAiSdkRow(
  { content: row }: StoredRow,
  role: MessageRole,
  warn: Warn,
): DecodedRow | undefined {
  if (!Array.isArray(row['parts'])) {
    warn(ERROR_TEXTS.unsupportedPartType('none'))
    return undefined
  }
  const parts = row['parts'] as readonly JsonValue[]
  const found: MessagePart[] = []
  const files: Attachment[] = []
  for (const value of parts) {
    const object: JsonObject = isPlainObject(value) ? value : {}
    const type = nameOf(object['type'])
    if (type === 'step-start') continue
    const part = decodeAiSdkPart(type, object)
    if (!part || (role !== 'assistant' && part.type !== 'text' && part.type !== 'file')) {
      warn(ERROR_TEXTS.unsupportedPartType(type))
    } else if (part.type === 'file' && role === 'user') {
      const file = toAttachment(part, String(files.length))
      if (isAttachment(file)) files.push(file)
      else warn(ERROR_TEXTS.unsupportedPartType(type))
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

function decodeAiSdkPart(type: string, part: JsonObject): MessagePart | undefined {
  const { text, url, mediaType, filename, sourceId, title, data, id } = part
  if (type.startsWith('tool-')) return decodeCall(part, type.slice('tool-'.length))
  if (type.startsWith('data-') && data !== undefined) {
    const name = type.slice('data-'.length)
    return { type: 'data', name, data, ...(typeof id === 'string' ? { id } : {}) }
  }
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof text === 'string' ? { type, text } : undefined
    case 'dynamic-tool':
      return decodeCall(part, part['toolName'])
    case 'file':
      return typeof url === 'string' && typeof mediaType === 'string'
        ? {
            type,
            mimeType: mediaType,
            data: url,
            ...(typeof filename === 'string' ? { filename } : {}),
          }
        : undefined
    case 'source-url':
      return typeof url === 'string' && typeof sourceId === 'string'
        ? {
            type: 'source',
            sourceType: 'url',
            id: sourceId,
            url,
            ...(typeof title === 'string' && title !== '' ? { title } : {}),
          }
        : undefined
    default:
      return undefined
  }
}

function decodeCall(part: JsonObject, toolName: JsonValue | undefined): ToolCallPart | undefined {
  const { toolCallId, state, input = part['rawInput'], output, errorText } = part
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return undefined
  // What could not be read stands there as the text that it is.
  const argsText = typeof input === 'string' ? input : JSON.stringify(input ?? {})
  const isStreaming = state === 'input-streaming'
  const approval = readApproval(part['approval'])
  const call = {
    type: 'tool-call' as const,
    toolCallId,
    toolName,
    // The rest of the text was to come: it may only grow.
    argsText: isStreaming ? argsText.replace(/[}\]"]+$/, '') : argsText,
    args: isPlainObject(input) ? input : {},
    ...(approval ? { approval } : {}),
  }
  switch (state) {
    case 'output-available':
      return { ...call, state, result: output ?? null }
    case 'output-error': {
      const error = typeof errorText === 'string' ? errorText : ''
      return { ...call, state, result: { error }, isError: true }
    }
    case 'output-denied':
      return { ...call, state, approval: { id: toolCallId, ...approval, isApproved: false } }
    case 'input-streaming':
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return { ...call, state: openState(!isStreaming, approval) }
    default:
      return undefined
  }
}

function toAttachment(
  { mimeType, data, filename = '' }: { mimeType: string; data: string; filename?: string },
  id: string,
): Attachment {
  const type = attachmentType(mimeType)
  return { id, type, name: filename, contentType: mimeType, url: data, size: 0 }
}
