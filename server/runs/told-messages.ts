import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import {
  readMarks,
  type Message,
  type MessagePart,
  type ToolCallPart,
} from '../../shared/thread/message.ts'
import type { ChatBody, UiMessage } from '../../shared/api/chat.ts'
import type { RunStreamBody } from '../../shared/api/runs.ts'
import { eachInStep, type Steps } from '../steps/in-turns.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import { requirePartCount, requireToldLimits, type ToldMessage } from './message-limits.ts'
import { isResumption, RESUMED_RESULT } from './read-answers.ts'
import { readUserMessage } from './read-call.ts'

type UiPart = UiMessage['parts'][number]

/**
 * The browser's copies of messages, in the model's form, for a caller that stores its own rows. System
 * messages are left out. Tool results are the browser's claims, so they permit nothing.
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

const readMessage = ({ id, role, parts, metadata }: UiMessage): Message => ({
  id,
  createdAt: '',
  role,
  content: parts.flatMap((part) => readPart(part, role)),
  metadata: { custom: readMarks(isPlainObject(metadata) ? metadata['custom'] : undefined) },
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
  const call = createCall(toolCallId, named, input)
  if (state === 'output-available') return [withResult(call, (output ?? null) as JsonValue, false)]
  if (state !== 'output-error') return []
  const error = typeof errorText === 'string' ? errorText : 'The tool failed.'
  return [withResult(call, { error }, true)]
}

type Fields = Readonly<Record<string, unknown>>

export interface Prompt {
  readonly messages: readonly Message[]
  /** Text of the system messages: the page's words, which the assistant may refuse. */
  readonly system: string
}

/** Place of a tool's call: its result may come in a later message. */
interface CallPlace {
  readonly content: MessagePart[]
  readonly index: number
}

/** Maximum of a caller's text that an error quotes. */
const QUOTE_MAX_CHARACTERS = 40

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i

/**
 * Reads the messages of a run in either shape that published runtimes send: the provider's prompt (results of
 * tools in separate messages), or the runtime's own messages. Other parts are left out.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the message.
 */
export function readPrompt({ messages }: RunStreamBody, amountOf: AmountOf): Prompt {
  for (const [index, message] of messages.entries()) {
    requirePartCount(countParts(message), `messages.${index}.content`, amountOf)
  }
  const told: ToldMessage[] = []
  const systems: string[] = []
  const calls = new Map<string, CallPlace>()
  const tell = (role: 'user' | 'assistant', index: number, content: MessagePart[]) => {
    const message: Message = { ...NO_MESSAGE, id: String(index), role, content }
    told.push({ path: `messages.${index}`, message })
  }
  for (const [index, message] of messages.entries()) {
    const parts = readParts(message, index)
    switch (message.role) {
      case 'system':
        systems.push(...parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])))
        break
      case 'tool':
        for (const part of parts) addResult(calls, part)
        break
      case 'assistant': {
        const content = parts.flatMap(readAnswerPart)
        noteCalls(calls, content)
        tell('assistant', index, content)
        break
      }
      case 'user': {
        const attached = readAttachedParts(message['attachments'])
        tell('user', index, [...parts, ...attached].flatMap(readUserPart))
        break
      }
      default: {
        const role = message.role.slice(0, QUOTE_MAX_CHARACTERS)
        throw createFormError(index, `role is ${JSON.stringify(role)}`)
      }
    }
  }
  requireToldLimits(told, amountOf)
  return { messages: told.map(({ message }) => message), system: systems.join('\n\n') }
}

const NO_MESSAGE = { createdAt: '', metadata: { custom: {} } }

/** Counts the parts of attachments too. */
function countParts({ content, attachments }: Fields): number {
  const own = Array.isArray(content) ? content.length : 1
  if (!Array.isArray(attachments)) return own
  return (attachments as readonly unknown[]).reduce<number>((sum, attachment) => {
    const attached = isPlainObject(attachment) ? attachment['content'] : undefined
    return sum + (Array.isArray(attached) ? Math.max(1, attached.length) : 1)
  }, own)
}

function readParts({ content }: Fields, index: number): readonly Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw createFormError(index, 'content is no array')
  return (content as readonly unknown[]).map((part) => {
    if (isPlainObject(part) && typeof part['type'] === 'string') return part
    throw createFormError(index, 'a part has no type')
  })
}

function createFormError(index: number, problem: string): AlcoveError {
  return new AlcoveError(
    'invalid_request',
    `Invalid messages format: messages.${index}: ${problem}; expected { role: system, user, assistant or tool, content: [{ type, … }] }.`,
  )
}

function readAttachedParts(attachments: unknown): readonly Fields[] {
  if (!Array.isArray(attachments)) return []
  return (attachments as readonly unknown[]).flatMap((attachment) => {
    const content = isPlainObject(attachment) ? attachment['content'] : undefined
    return Array.isArray(content) ? content.filter(isPlainObject) : []
  })
}

function readUserPart(part: Fields): MessagePart[] {
  const { type, text, image, data, mediaType, mimeType, filename } = part
  if (type === 'text' && typeof text === 'string') return [{ type, text }]
  const name = typeof filename === 'string' ? { filename } : {}
  if (type === 'image' && typeof image === 'string') {
    return [{ type: 'file', data: image, mimeType: 'image/png', ...name }]
  }
  if (type !== 'file' || typeof data !== 'string') return []
  const kind = [mediaType, mimeType].find((value) => typeof value === 'string') ?? ''
  const url = HAS_SCHEME.test(data) ? data : `data:${kind};base64,${data}`
  return [{ type: 'file', data: url, mimeType: kind, ...name }]
}

function readAnswerPart(part: Fields): MessagePart[] {
  const { type, text, toolCallId, toolName, args, input, result, isError } = part
  if (type === 'text' && typeof text === 'string') return [{ type, text }]
  const isCall = typeof toolCallId === 'string' && typeof toolName === 'string'
  if (type !== 'tool-call' || !isCall) return []
  const call = createCall(toolCallId, toolName, input ?? args)
  return [result === undefined ? call : withResult(call, result as JsonValue, isError === true)]
}

function createCall(toolCallId: string, toolName: string, given: unknown): ToolCallPart {
  const args: JsonObject = isPlainObject(given) ? (given as JsonObject) : {}
  const argsText = JSON.stringify(args)
  return { type: 'tool-call', toolCallId, toolName, state: 'input-available', argsText, args }
}

function withResult(call: ToolCallPart, result: JsonValue, isError: boolean): ToolCallPart {
  if (isResumption(result)) {
    return { ...call, state: 'output-error', result: RESUMED_RESULT, isError: true }
  }
  const state = isError ? 'output-error' : 'output-available'
  return { ...call, state, result, ...(isError ? { isError } : {}) }
}

function noteCalls(calls: Map<string, CallPlace>, content: MessagePart[]): void {
  for (const [index, part] of content.entries()) {
    if (part.type === 'tool-call') calls.set(part.toolCallId, { content, index })
  }
}

/** Adds a result to its call; a result without a call is ignored. */
function addResult(calls: ReadonlyMap<string, CallPlace>, part: Fields): void {
  const { type, toolCallId, output, result } = part
  if (type !== 'tool-result' || typeof toolCallId !== 'string') return
  const place = calls.get(toolCallId)
  const call = place?.content[place.index]
  if (!place || call?.type !== 'tool-call') return
  const { type: kind, value } = isPlainObject(output) ? output : { type: 'json', value: result }
  const isError = part['isError'] === true || isErrorKind(kind)
  place.content[place.index] = withResult(call, (value ?? null) as JsonValue, isError)
}

const isErrorKind = (kind: unknown): boolean => typeof kind === 'string' && kind.startsWith('error')
