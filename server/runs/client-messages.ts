import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { Message, MessagePart } from '../../shared/thread/message.ts'
import type { ChatBody, UiMessage } from '../../shared/wire/chat.ts'
import type { AmountOf } from './amount-of.ts'
import { readUserMessage, requireInlineBytes } from './read-turn.ts'

type UiPart = UiMessage['parts'][number]

/**
 * The browser's copies as a model reads them, for a caller that stores its own rows. Its system
 * messages are left out; what it says of tools is its word, which decides nothing here.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the field.
 */
export function readClientMessages(body: ChatBody, amountOf: AmountOf): readonly Message[] {
  const lastIndex = body.messages.findLastIndex(({ role }) => role === 'user')
  const last = body.messages[lastIndex]
  if (last) readUserMessage(last, `messages.${lastIndex}`, amountOf)
  const messages = body.messages
    .filter((message) => message.role !== 'system')
    .map((message): Message => ({
      id: message.id,
      createdAt: '',
      role: message.role,
      content: message.parts.flatMap((part) => readPart(part, message.role)),
      metadata: { custom: {} },
    }))
  requireClientLimits(messages, amountOf)
  return messages
}

/** @throws AlcoveError `too_large`. */
export function requireClientLimits(messages: readonly Message[], amountOf: AmountOf): void {
  const parts = messages.flatMap(({ content }) => content)
  requireInlineBytes(
    parts.flatMap((part) => (part.type === 'file' ? [part.data] : [])),
    amountOf,
  )
  const maxBytes = amountOf('toolResultBytes')
  const large = parts.find(
    (part) =>
      part.type === 'tool-call' &&
      Buffer.byteLength(JSON.stringify(part.result ?? null)) > maxBytes,
  )
  if (!large) return
  throw new AlcoveError('too_large', `messages: a tool’s result has at most ${maxBytes} bytes.`)
}

function readPart(part: UiPart, role: Message['role']): MessagePart[] {
  const { type, text, url, mediaType, filename } = part
  if (type === 'text' && typeof text === 'string') return [{ type: 'text', text }]
  if (role === 'assistant') return readToolPart(part)
  if (type !== 'file' || typeof url !== 'string') return []
  return [
    {
      type: 'file',
      data: url,
      mimeType: typeof mediaType === 'string' ? mediaType : '',
      ...(typeof filename === 'string' ? { filename } : {}),
    },
  ]
}

const TOOL_PREFIX = 'tool-'

function readToolPart(part: UiPart): MessagePart[] {
  const { type, toolCallId, state, input, output, errorText } = part
  const named = type === 'dynamic-tool' ? part['toolName'] : type.slice(TOOL_PREFIX.length)
  const isTool = type === 'dynamic-tool' || type.startsWith(TOOL_PREFIX)
  if (!isTool || typeof toolCallId !== 'string' || typeof named !== 'string') return []
  const args: JsonObject = isPlainObject(input) ? (input as JsonObject) : {}
  const call = {
    type: 'tool-call',
    toolCallId,
    toolName: named,
    argsText: JSON.stringify(args),
    args,
  } as const
  if (state === 'output-available') {
    return [{ ...call, state, result: (output ?? null) as JsonValue }]
  }
  if (state !== 'output-error') return []
  const error = typeof errorText === 'string' ? errorText : 'The tool failed.'
  return [{ ...call, state, result: { error }, isError: true }]
}
