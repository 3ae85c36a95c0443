import { ERROR_TEXTS } from '../error-texts.ts'
import { AlcoveError } from '../errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type {
  Message,
  MessageMetadata,
  MessagePart,
  MessageRole,
  MessageStatus,
  MessageStep,
  ToolCallPart,
} from './message.ts'

export const AUI_V0 = 'aui/v0'

/** A row of the contract, as much as decoding needs. */
export interface StoredRow {
  readonly id: string
  readonly created_at: string
  readonly format: string
  readonly content: JsonObject
}

/**
 * A message as the stored `content` of format `aui/v0`.
 *
 * @throws AlcoveError `invalid_request` for a part type that the format does not know.
 */
export function encodeMessage(message: Message): JsonObject {
  const content = message.content
    .filter((part) => message.role !== 'assistant' || !isBlank(part))
    .map(encodePart)
  return {
    role: message.role,
    content,
    metadata: message.metadata as unknown as JsonObject,
    ...(message.status ? { status: encodeStatus(message.status) } : {}),
  }
}

function encodePart(part: MessagePart): JsonObject {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'source':
      return {
        type: 'source',
        sourceType: part.sourceType,
        id: part.id,
        url: part.url,
        ...(part.title ? { title: part.title } : {}),
      }
    case 'tool-call':
      return encodeToolCall(part)
    default:
      throw new AlcoveError('invalid_request', ERROR_TEXTS.unsupportedPart(part.type))
  }
}

function encodeToolCall(part: ToolCallPart): JsonObject {
  return {
    type: 'tool-call',
    toolCallId: part.toolCallId,
    toolName: part.toolName,
    // The text wins where writing the object again would change it.
    ...(JSON.stringify(part.args) === part.argsText
      ? { args: part.args }
      : { argsText: part.argsText }),
    ...(part.result === undefined ? {} : { result: part.result }),
    ...(part.isError ? { isError: true } : {}),
  }
}

/** A saved answer is never running: whoever reads it later would wait for ever. */
function encodeStatus(status: MessageStatus): JsonObject {
  if (status.type === 'running') return { type: 'incomplete', reason: 'cancelled' }
  return { ...status }
}

function isBlank(part: MessagePart): boolean {
  return (part.type === 'text' || part.type === 'reasoning') && part.text.trim() === ''
}

/**
 * A stored row as a message. Unreadable parts are dropped with a warning; a row that is no message
 * at all gives `undefined`, so that one bad row never breaks a thread.
 */
export function decodeRow(
  row: StoredRow,
  warn: (text: string) => void = console.warn,
): Message | undefined {
  const { role, content, metadata, status } = row.content
  if (row.format !== AUI_V0) return undefined
  if (!isRole(role)) {
    warn(ERROR_TEXTS.unknownRole(nameOf(role)))
    return undefined
  }
  const parts = decodeParts(content, role, warn)
  if (role === 'system' && (parts.length !== 1 || parts[0]?.type !== 'text')) {
    warn(ERROR_TEXTS.systemText)
    return undefined
  }
  const message = {
    id: row.id,
    createdAt: row.created_at,
    role,
    content: parts,
    metadata: decodeMetadata(metadata, role),
  }
  return role === 'assistant' ? { ...message, status: decodeStatus(status) } : message
}

const nameOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

function isRole(role: unknown): role is MessageRole {
  return role === 'user' || role === 'assistant' || role === 'system'
}

function decodeParts(
  content: JsonValue | undefined,
  role: MessageRole,
  warn: (text: string) => void,
): MessagePart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  const parts: MessagePart[] = []
  for (const value of content as readonly JsonValue[]) {
    const part = isPlainObject(value) ? decodePart(value) : undefined
    if (!part)
      warn(`Unsupported part type: ${isPlainObject(value) ? nameOf(value['type']) : typeof value}`)
    else if (role !== 'assistant' || !isBlank(part)) parts.push(part)
  }
  return parts
}

function decodePart(part: JsonObject): MessagePart | undefined {
  const { type, text, id, url, title } = part
  if ((type === 'text' || type === 'reasoning') && typeof text === 'string') return { type, text }
  if (type === 'source' && typeof id === 'string' && typeof url === 'string') {
    return {
      type,
      sourceType: 'url',
      id,
      url,
      ...(typeof title === 'string' ? { title } : {}),
    }
  }
  return type === 'tool-call' ? decodeToolCall(part) : undefined
}

function decodeToolCall(part: JsonObject): ToolCallPart | undefined {
  const { toolCallId, toolName, args, argsText, result, isError } = part
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return undefined
  const text = typeof argsText === 'string' ? argsText : JSON.stringify(args ?? {})
  const hasFailed = isError === true
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    state: hasFailed
      ? 'output-error'
      : result === undefined
        ? 'input-available'
        : 'output-available',
    argsText: text,
    args: isPlainObject(args) ? args : parseArgs(text),
    ...(result === undefined ? {} : { result }),
    ...(hasFailed ? { isError: true } : {}),
  }
}

function parseArgs(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? (value as JsonObject) : {}
  } catch {
    // Arguments that were cut while they streamed; their text is shown instead.
    return {}
  }
}

function decodeMetadata(metadata: JsonValue | undefined, role: MessageRole): MessageMetadata {
  const given = isPlainObject(metadata) ? metadata : {}
  const custom = isPlainObject(given['custom']) ? given['custom'] : {}
  if (role !== 'assistant') return { custom }
  const steps = Array.isArray(given['steps']) ? (given['steps'] as unknown as MessageStep[]) : []
  return { custom, steps }
}

function decodeStatus(status: JsonValue | undefined): MessageStatus {
  const fallback: MessageStatus = { type: 'complete', reason: 'unknown' }
  if (!isPlainObject(status)) return fallback
  const { type } = status
  const isKnown = type === 'complete' || type === 'requires-action' || type === 'incomplete'
  return isKnown ? (status as unknown as MessageStatus) : fallback
}
