import type {
  AssistantModelMessage,
  ModelMessage,
  ToolCallPart as ModelToolCallPart,
  ToolModelMessage,
  ToolResultPart as ModelToolResultPart,
  UserModelMessage,
} from 'ai'
import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import { toUserContent, type UserContentPart } from './user-content.ts'

/**
 * Our messages as the AI SDK wants them. Reasoning, sources and data parts stay behind, and so do
 * messages that then are empty: providers refuse them. System messages of a thread come from browsers
 * and are not trusted; the operator's instructions go another way.
 */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const result: ModelMessage[] = []
  for (const message of messages) {
    if (message.role === 'assistant') result.push(...toAssistantMessages(message))
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
function toAssistantMessages(message: Message): ModelMessage[] {
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

  for (const part of message.content) {
    if (part.type === 'text' && part.text.trim() !== '') {
      if (calls.length > 0) flush()
      texts.push(part.text.toWellFormed())
    }
    if (part.type === 'tool-call' && hasResult(part)) calls.push(part)
  }
  flush()
  return result
}

function hasResult(part: ToolCallPart): boolean {
  return part.state === 'output-available' || part.state === 'output-error'
}

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
    content: calls.map(({ toolCallId, toolName, state, isError, result = null }) => {
      const isFailure = isError === true || state === 'output-error'
      // A copy: the SDK's JSON type is mutable.
      const value = structuredClone(result) as Extract<
        ModelToolResultPart['output'],
        { type: 'json' }
      >['value']
      return {
        type: 'tool-result',
        toolCallId,
        toolName,
        output: { type: isFailure ? 'error-json' : 'json', value },
      }
    }),
  }
}
