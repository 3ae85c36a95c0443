import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import { detectMediaType } from '@ai-sdk/provider-utils'
import { decodeText } from '../../shared/decode-text.ts'
import { isPlainObject, type JsonValue } from '../../shared/json.ts'
import { type Message, type MessagePart, type ToolCallPart } from '../../shared/thread/message.ts'
import type { UserPart } from '../../shared/thread/message-part.ts'
import { wellFormedJson } from '../../shared/well-formed-json.ts'
import { type BackendTool, TOOL_TEXTS } from './backend-tool.ts'
import { toPageData } from './page-data.ts'
import { withoutMarks } from './without-marks.ts'

/** The model's text about a call that was not approved. */
export const DENIED_TEXT =
  'The person did not allow this call, so it was not made. Do not make it again unless they ask for it.'

/**
 * Converts our messages for a provider's package. Reasoning, sources and data parts are left out, and so are
 * messages that are then empty: providers refuse them. System messages of a thread come from browsers and are
 * not trusted; the operator's instructions are passed separately.
 *
 * @param ownTools names of the tools that this server runs: their calls without a result were cut off.
 * @param onQuestion called with the id of each message that begins a user's turn, oldest first.
 */
export function toModelMessages(
  messages: readonly Message[],
  ownTools: readonly Pick<BackendTool, 'name'>[] = [],
  onQuestion: (messageId: string) => void = () => {},
): LanguageModelV4Message[] {
  const ownNames = new Set(ownTools.map(({ name }) => name))
  const result: LanguageModelV4Message[] = []
  const lastAsked = messages.findLast(({ role }) => role === 'user')
  for (const message of messages) {
    if (message.role === 'assistant') {
      result.push(...toAssistantMessages(message, message === messages.at(-1), ownNames))
    }
    if (message.role !== 'user') continue
    // Page data of older messages is outdated.
    const content = [...toUserParts(message), ...(message === lastAsked ? toPageData(message) : [])]
    const last = result.at(-1)
    // If an answer was stopped before its first word, two questions follow each other; Anthropic requires
    // alternating turns.
    if (last?.role === 'user') result[result.length - 1] = mergeUsers(last, content)
    else if (content.length > 0) {
      result.push({ role: 'user', content })
      onQuestion(message.id)
    }
  }
  return result
}

function toUserParts(message: Message): UserContentPart[] {
  return message.content.map(toUserContent).filter((part) => part !== undefined)
}

const mergeUsers = (first: UserMessage, content: UserContentPart[]): UserMessage => ({
  role: 'user',
  content: [...first.content, ...content],
})

/** Each group of tool calls ends a message, followed by their results: no call is without its result. */
function toAssistantMessages(
  message: Message,
  isLast: boolean,
  ownNames: ReadonlySet<string>,
): LanguageModelV4Message[] {
  const result: LanguageModelV4Message[] = []
  let texts: string[] = []
  let calls: ToolCallPart[] = []

  function flush() {
    // Joined to one text: the converters for OpenAI join neighbours without a space.
    const text = texts.join('\n\n')
    if (text !== '' || calls.length > 0) result.push(createAssistant(text, calls))
    if (calls.length > 0) result.push(createResults(calls))
    texts = []
    calls = []
  }

  const isWaiting = message.status?.type === 'requires-action'
  const isTold = (part: MessagePart): part is ToolCallPart =>
    part.type === 'tool-call' && (isEnded(part) || (!isWaiting && isCutOff(part, ownNames)))
  const lastCall = message.content.findLastIndex(isTold)
  for (const [index, part] of message.content.entries()) {
    if (part.type === 'text' && part.text.trim() !== '') {
      // A continued answer stopped at its calls. Text after them belongs to their step, and no provider
      // continues after a text of the model itself.
      const isSaidWithCalls = isLast && lastCall !== -1 && index > lastCall
      if (calls.length > 0 && !isSaidWithCalls) flush()
      texts.push(part.text.toWellFormed())
    }
    if (isTold(part)) calls.push(part)
  }
  flush()
  return result
}

const isEnded = ({ state }: ToolCallPart): boolean =>
  state === 'output-available' || state === 'output-error' || state === 'output-denied'

/**
 * True for a call that ran or was about to run when its answer was stopped or its process died. Without a
 * note the model would repeat it.
 */
const isCutOff = ({ state, approval, toolName }: ToolCallPart, ownNames: ReadonlySet<string>) =>
  approval?.isApproved === true || (state === 'input-available' && ownNames.has(toolName))

function createAssistant(text: string, calls: readonly ToolCallPart[]): LanguageModelV4Message {
  const callParts: LanguageModelV4ToolCallPart[] = calls.map(({ toolCallId, toolName, args }) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input: wellFormedJson(args),
  }))
  return {
    role: 'assistant',
    content: text === '' ? callParts : [{ type: 'text', text }, ...callParts],
  }
}

function createResults(calls: readonly ToolCallPart[]): LanguageModelV4Message {
  return {
    role: 'tool',
    content: calls.map((call) => ({
      type: 'tool-result',
      toolCallId: call.toolCallId,
      toolName: call.toolName,
      output: toOutput(call),
    })),
  }
}

function toOutput(call: ToolCallPart): LanguageModelV4ToolResultOutput {
  const { state, isError, approval, result = null } = call
  if (state === 'output-denied') {
    const reason = approval?.reason?.trim() ?? ''
    const said = reason === '' ? '' : ` Their reason: ${JSON.stringify(reason.toWellFormed())}`
    return { type: 'error-text', value: DENIED_TEXT + said }
  }
  if (!isEnded(call)) return { type: 'error-text', value: TOOL_TEXTS.cutOff }
  const isFailure = isError === true || state === 'output-error'
  const value = wellFormedJson(isFailure ? readError(result) : result)
  // As the model read it in the answer itself: the prompts of later turns begin with the same words.
  return typeof value === 'string'
    ? { type: isFailure ? 'error-text' : 'text', value }
    : { type: isFailure ? 'error-json' : 'json', value }
}

/** The text of an error, which is stored as `{ error }`. */
function readError(result: JsonValue): JsonValue {
  if (!isPlainObject(result)) return result
  const { error, ...rest } = result
  return typeof error === 'string' && Object.keys(rest).length === 0 ? error : result
}

type UserContentPart = LanguageModelV4TextPart | LanguageModelV4FilePart
type UserMessage = Extract<LanguageModelV4Message, { readonly role: 'user' }>

/** Maximum of a text file's characters that a model gets. */
export const FILE_TEXT_MAX_CHARACTERS = 100_000

/** Media types that providers accept unchanged. */
const READABLE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[^;,]*)*(;base64)?,/i

/** A part of a user's message for the model; `undefined` for parts that no model reads. */
export function toUserContent(part: MessagePart): UserContentPart | undefined {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? undefined : createText(part.text)
    case 'image':
      return fromDataUrl(part.image, 'image/png', part.filename)
    case 'file':
      return fromDataUrl(part.data, part.mimeType, part.filename)
    case 'audio':
      return createFile(part.audio.data, `audio/${part.audio.format}`)
    default:
      // Only in answers: user messages do not contain it.
      part satisfies Exclude<MessagePart, UserPart>
      return undefined
  }
}

function createText(text: string): LanguageModelV4TextPart {
  return { type: 'text', text: text.toWellFormed() }
}

/**
 * Only data URLs: with a web address this server, or the provider, would fetch an address that a visitor
 * chose. The model is told of a missing file, so that it can say so.
 */
function fromDataUrl(url: string, mediaType: string, name = 'unnamed'): UserContentPart {
  const filename = withoutMarks(name, 'file')
  const match = DATA_URL.exec(url)
  if (!match) return createText(`[The file “${filename}” is not available.]`)
  const payload = url.slice(match[0].length)
  const isBase64 = match[2] !== undefined
  const kind = (match[1] ?? mediaType).toLowerCase()
  if (!READABLE.has(kind)) {
    const text = isBase64 ? decodeText(Buffer.from(payload, 'base64')) : readPlain(kind, payload)
    if (text !== undefined) return createText(quoteFile(filename, text))
    return createText(`[The file “${filename}” is of a kind that cannot be read here.]`)
  }
  const data = isBase64 ? payload : Buffer.from(unescapeUrl(payload), 'latin1').toString('base64')
  // The type comes from the first bytes: providers refuse an image whose type is wrong.
  return { ...createFile(data, detectMediaType({ data, topLevelType: 'image' }) ?? kind), filename }
}

const createFile = (data: string, mediaType: string): LanguageModelV4FilePart => ({
  type: 'file',
  data: { type: 'data', data },
  mediaType,
})

/** Between marks that the text itself cannot close. */
function quoteFile(filename: string, text: string): string {
  const shown = text.slice(0, FILE_TEXT_MAX_CHARACTERS)
  const cut = shown.length < text.length ? '\n[The file goes on; the rest is left out.]' : ''
  return `<file name=${JSON.stringify(filename)}>\n${withoutMarks(shown, 'file')}\n</file>${cut}`
}

const readPlain = (kind: string, payload: string): string | undefined =>
  kind.startsWith('text/') || kind === 'application/json' ? unescapeUrl(payload) : undefined

function unescapeUrl(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
