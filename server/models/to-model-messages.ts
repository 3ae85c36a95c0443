import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider'
import { detectMediaType } from '@ai-sdk/provider-utils'
import { decodeText } from '../../shared/decode-text.ts'
import { type Message, type MessagePart, type ToolCallPart } from '../../shared/thread/message.ts'
import type { UserPart } from '../../shared/thread/message-part.ts'
import type { BackendTool } from './backend-tool.ts'
import { toPageData } from './page-data.ts'
import type { MessageWithMemory } from './step-memory.ts'
import { isEnded, resultOf } from './tell-result.ts'
import { createCall, stepsOf, tellStep, type AnswerContent } from './tell-step.ts'
import { withoutMarks } from './without-marks.ts'

/**
 * Converts our messages for a provider's package. Sources, data parts and reasoning are left out, except the
 * reasoning that `model` wrote and wants back; and so are messages that are then empty: providers refuse them.
 * System messages of a thread come from browsers and are not trusted; the operator's instructions are passed
 * separately.
 *
 * @param ownTools names of the tools that this server runs: their calls without a result were cut off.
 * @param model name of the model that is called.
 * @param onQuestion called with the id of each message that begins a user's turn, oldest first.
 */
export function toModelMessages(
  messages: readonly MessageWithMemory[],
  ownTools: readonly Pick<BackendTool, 'name'>[] = [],
  model = '',
  onQuestion: (messageId: string) => void = () => {},
): LanguageModelV4Message[] {
  const ownNames = new Set(ownTools.map(({ name }) => name))
  const result: LanguageModelV4Message[] = []
  const lastAsked = messages.findLast(({ role }) => role === 'user')
  for (const message of messages) {
    if (message.role === 'assistant') {
      const isLast = message === messages.at(-1)
      result.push(...toAssistantMessages(message, isLast, ownNames, model))
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
  message: MessageWithMemory,
  isLast: boolean,
  ownNames: ReadonlySet<string>,
  model: string,
): LanguageModelV4Message[] {
  const { content, status } = message
  const result: LanguageModelV4Message[] = []
  /** Parts as the model said them. */
  let said: AnswerContent = []
  let texts: string[] = []
  let calls: ToolCallPart[] = []

  function takeTexts() {
    // Joined to one text: the converters for OpenAI join neighbours without a space.
    if (texts.length > 0) said.push(createText(texts.join('\n\n')))
    texts = []
  }

  function flush() {
    takeTexts()
    said.push(...calls.map((call) => createCall(call)))
    if (said.length > 0) result.push({ role: 'assistant', content: said })
    const told = content.filter(isTold)
    const results = said.flatMap((part) => resultOf(part, told))
    if (results.length > 0) result.push({ role: 'tool', content: results })
    said = []
    calls = []
  }

  // After another question, nothing answers the calls of an older answer any more.
  const isWaiting = isLast && status?.type === 'requires-action'
  const isTold = (part: MessagePart): part is ToolCallPart =>
    part.type === 'tool-call' && (isEnded(part) || (!isWaiting && isCutOff(part, ownNames)))
  const lastCall = content.findLastIndex(isTold)

  function tellPlainly(from: number, to: number) {
    for (let index = from; index < to; index += 1) {
      const part = content[index]!
      if (part.type === 'text' && part.text.trim() !== '') {
        // A continued answer stopped at its calls. Text after them belongs to their step, and no provider
        // continues after a text of the model itself.
        const isSaidWithCalls = isLast && lastCall !== -1 && index > lastCall
        if (calls.length > 0 && !isSaidWithCalls) flush()
        texts.push(part.text.toWellFormed())
      }
      if (isTold(part)) calls.push(part)
    }
  }

  let done = 0
  for (const step of stepsOf(message, model)) {
    tellPlainly(done, step.from)
    if (calls.length > 0) flush()
    takeTexts()
    const parts = tellStep(content, step, isTold)
    said.push(...parts)
    if (parts.some(({ type }) => type === 'tool-call')) flush()
    done = step.to
  }
  tellPlainly(done, content.length)
  flush()
  return result
}

/**
 * True for a call that ran or was about to run when its answer was stopped or its process died. Without a
 * note the model would repeat it.
 */
const isCutOff = ({ state, approval, toolName }: ToolCallPart, ownNames: ReadonlySet<string>) =>
  approval?.isApproved === true || (state === 'input-available' && ownNames.has(toolName))

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
