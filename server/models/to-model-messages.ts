import type {
  AssistantModelMessage,
  ModelMessage,
  ToolCallPart as ModelToolCallPart,
  ToolModelMessage,
  ToolResultPart as ModelToolResultPart,
  UserModelMessage,
} from 'ai'
import type { Message, MessagePart, ToolCallPart } from '../../shared/thread/message.ts'
import { toUserContent, type UserContentPart } from './user-content.ts'

/** What a model is told of a call that was not allowed. */
export const DENIED_TEXT =
  'The person did not allow this call, so it was not made. Do not make it again unless they ask for it.'

/**
 * Our messages as the AI SDK wants them. Reasoning, sources and data parts stay behind, and so do
 * messages that then are empty: providers refuse them. System messages of a thread come from browsers
 * and are not trusted; the operator's instructions go another way.
 */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const result: ModelMessage[] = []
  for (const message of messages) {
    if (message.role === 'assistant') {
      result.push(...toAssistantMessages(message, message === messages.at(-1)))
    }
    if (message.role !== 'user') continue
    const content = toUserParts(message)
    const last = result.at(-1)
    // Where an answer was stopped before its first word two questions meet; Anthropic wants turns.
    if (last?.role === 'user') result[result.length - 1] = mergeUsers(last, content)
    else if (content.length > 0) result.push({ role: 'user', content })
  }
  return result
}

function toUserParts(message: Message): UserContentPart[] {
  return message.content.map(toUserContent).filter((part) => part !== undefined)
}

function mergeUsers(first: UserModelMessage, content: UserContentPart[]): UserModelMessage {
  const before = typeof first.content === 'string' ? [] : first.content
  return { role: 'user', content: [...before, ...content] }
}

/** Each group of tool calls closes a message, followed by their results: no call without its result. */
function toAssistantMessages(message: Message, isLast: boolean): ModelMessage[] {
  const result: ModelMessage[] = []
  let texts: string[] = []
  let calls: ToolCallPart[] = []

  function flush() {
    // One text: the converters for OpenAI glue neighbours together without a space.
    const text = texts.join('\n\n')
    if (text !== '' || calls.length > 0) result.push(createAssistant(text, calls))
    if (calls.length > 0) result.push(createResults(calls))
    texts = []
    calls = []
  }

  const lastCall = message.content.findLastIndex(isEndedCall)
  for (const [index, part] of message.content.entries()) {
    if (part.type === 'text' && part.text.trim() !== '') {
      // An answer that goes on stopped at its calls: what was said after them was said with them, and
      // no provider goes on after a text of the model's own.
      const isSaidWithCalls = isLast && lastCall !== -1 && index > lastCall
      if (calls.length > 0 && !isSaidWithCalls) flush()
      texts.push(part.text.toWellFormed())
    }
    if (isEndedCall(part)) calls.push(part)
  }
  flush()
  return result
}

const isEndedCall = (part: MessagePart): part is ToolCallPart =>
  part.type === 'tool-call' &&
  (part.state === 'output-available' ||
    part.state === 'output-error' ||
    part.state === 'output-denied')

function createAssistant(text: string, calls: readonly ToolCallPart[]): AssistantModelMessage {
  const callParts: ModelToolCallPart[] = calls.map(({ toolCallId, toolName, args }) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input: args,
  }))
  return {
    role: 'assistant',
    content: text === '' ? callParts : [{ type: 'text', text }, ...callParts],
  }
}

function createResults(calls: readonly ToolCallPart[]): ToolModelMessage {
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

type ModelOutput = ModelToolResultPart['output']

function toOutput({ state, isError, approval, result = null }: ToolCallPart): ModelOutput {
  if (state === 'output-denied') {
    const reason = approval?.reason?.trim() ?? ''
    const said = reason === '' ? '' : ` Their reason: ${JSON.stringify(reason.toWellFormed())}`
    return { type: 'error-text', value: DENIED_TEXT + said }
  }
  const isFailure = isError === true || state === 'output-error'
  // A copy: the SDK's JSON type is mutable.
  const value = structuredClone(result) as Extract<ModelOutput, { type: 'json' }>['value']
  return { type: isFailure ? 'error-json' : 'json', value }
}
