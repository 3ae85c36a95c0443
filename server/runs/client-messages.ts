import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { Message, MessagePart } from '../../shared/thread/message.ts'
import type { ChatBody, UiMessage } from '../../shared/wire/chat.ts'
import { eachInStep, type Steps } from '../steps/in-turns.ts'
import type { AmountOf } from './amount-of.ts'
import { requirePartCount, requireToldLimits } from './message-limits.ts'
import { isResumption, RESUMED_RESULT } from './read-answers.ts'
import { readUserMessage } from './read-turn.ts'

type UiPart = UiMessage['parts'][number]

/**
 * The browser's copies as a model reads them, for a caller that stores its own rows. Its system
 * messages are left out; what it says of tools is its word, which decides nothing here.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the field.
 */
export function* readClientMessages(body: ChatBody, amountOf: AmountOf): Steps<readonly Message[]> {
  for (const [index, { parts }] of body.messages.entries()) {
    requirePartCount(parts.length, `messages.${index}.parts`, amountOf)
  }
  const lastIndex = body.messages.findLastIndex(({ role }) => role === 'user')
  const last = body.messages[lastIndex]
  if (last) readUserMessage(last, `messages.${lastIndex}`, amountOf)
  const all = yield* eachInStep(body.messages, (message, index) => ({
    path: `messages.${index}`,
    message: readMessage(message),
  }))
  const told = all.filter(({ message }) => message.role !== 'system')
  requireToldLimits(told, amountOf)
  yield
  return told.map(({ message }) => message)
}

const readMessage = ({ id, role, parts }: UiMessage): Message => ({
  id,
  createdAt: '',
  role,
  content: parts.flatMap((part) => readPart(part, role)),
  metadata: { custom: {} },
})

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
  if (state === 'output-available' && isResumption(output)) {
    return [{ ...call, state: 'output-error', result: RESUMED_RESULT, isError: true }]
  }
  if (state === 'output-available') {
    return [{ ...call, state, result: (output ?? null) as JsonValue }]
  }
  if (state !== 'output-error') return []
  const error = typeof errorText === 'string' ? errorText : 'The tool failed.'
  return [{ ...call, state, result: { error }, isError: true }]
}
