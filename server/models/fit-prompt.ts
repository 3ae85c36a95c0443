import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import { BYTES_PER_TOKEN, FILE_TOKENS } from './prompt-tokens.ts'

export interface FittedPrompt {
  readonly prompt: LanguageModelV4Prompt
  /** Number of the oldest questions that are left out with their answers. */
  readonly forgotten: number
}

/** The model's text in place of a result that is left out. */
export const LEFT_OUT_TEXT =
  'This result was left out, since the conversation is long. Call the tool again if it is needed.'
/** The model's text behind a result whose end is left out. */
export const CUT_RESULT_TEXT = '\n[The result goes on; the rest is left out.]'

/**
 * A prompt that is too long is shortened by a multiple of this share of its limit. The next calls then have
 * the same beginning, which providers keep in their caches.
 */
const SHORTENED_BY = 1 / 8
/** Tokens of a message's or part's frame. */
const FRAME_TOKENS = 8

type ToolMessage = Extract<LanguageModelV4Message, { readonly role: 'tool' }>

/**
 * Shortens a prompt to a number of tokens, as estimated by {@link tokensOf}: first the oldest tool results of
 * earlier turns are left out, then the oldest turns. If the newest turn alone is too long, its older results
 * and then its older steps follow, and at last the end of its newest results. A call never loses its result,
 * and instructions and the newest question always stay: a prompt of which nothing else is left may still be
 * too long.
 */
export function fitPrompt(prompt: LanguageModelV4Prompt, maxTokens: number): FittedPrompt {
  const excess = tokensOf(prompt) - maxTokens
  if (excess <= 0) return { prompt, forgotten: 0 }
  const share = Math.max(1, Math.floor(maxTokens * SHORTENED_BY))
  const goal = Math.ceil(excess / share) * share
  const { instructions, older, newest } = splitPrompt(prompt)
  const shorter = dropResults(older, goal)
  const kept = dropOldest(shorter.groups, goal - shorter.saved)
  const told = fitNewest(newest, maxTokens - tokensOf([...instructions, ...kept.flat()]))
  const dropped = older.slice(0, older.length - kept.length)
  const forgotten = dropped.filter(([first]) => first?.role === 'user').length
  return { prompt: [...instructions, ...kept.flat(), ...told], forgotten }
}

type Group = readonly LanguageModelV4Message[]

/** A turn is a question with all that follows it. */
function splitPrompt(prompt: LanguageModelV4Prompt) {
  const start = prompt.findIndex(({ role }) => role !== 'system')
  const instructions = start === -1 ? prompt : prompt.slice(0, start)
  const turns = groupBy(prompt.slice(instructions.length), 'user')
  return { instructions, older: turns.slice(0, -1), newest: turns.at(-1) ?? [] }
}

/** Groups of messages; each message of the role begins one. */
function groupBy(messages: Group, role: LanguageModelV4Message['role']): Group[] {
  const groups: LanguageModelV4Message[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (last && message.role !== role) last.push(message)
    else groups.push([message])
  }
  return groups
}

/** Replaces the oldest results until so many tokens are saved. */
function dropResults(groups: readonly Group[], goal: number) {
  let saved = 0
  const mapped = groups.map((group) =>
    group.map((message) =>
      message.role === 'tool'
        ? mapResults(message, (result) => {
            const shorter = leaveOut(result)
            const gain = partTokens(result) - partTokens(shorter)
            if (saved >= goal || gain <= 0) return result
            saved += gain
            return shorter
          })
        : message,
    ),
  )
  return { groups: mapped, saved }
}

/** The groups that remain when the oldest are dropped until so many tokens are saved. */
function dropOldest(groups: readonly Group[], goal: number): readonly Group[] {
  let saved = 0
  const first = groups.findIndex((group) => {
    if (saved >= goal) return true
    saved += tokensOf(group)
    return false
  })
  return first === -1 ? (goal > 0 ? [] : groups) : groups.slice(first)
}

/** The newest turn, whose last step the model has not read yet. */
function fitNewest(turn: Group, maxTokens: number): Group {
  const excess = tokensOf(turn) - maxTokens
  if (excess <= 0) return turn
  const asked = turn[0]?.role === 'user' ? turn.slice(0, 1) : []
  const steps = groupBy(turn.slice(asked.length), 'assistant')
  const shorter = dropResults(steps.slice(0, -1), excess)
  const kept = dropOldest(shorter.groups, excess - shorter.saved)
  const last = steps.at(-1) ?? []
  const left = maxTokens - tokensOf([...asked, ...kept.flat()])
  return [...asked, ...kept.flat(), ...cutResults(last, left)]
}

/** Cuts the ends of results, the longest most. */
function cutResults(step: Group, maxTokens: number): Group {
  const excess = tokensOf(step) - maxTokens
  if (excess <= 0) return step
  const sizes = step.flatMap((message) =>
    message.role === 'tool' ? message.content.filter(isResult).map(partTokens) : [],
  )
  const budget = sizes.reduce((sum, size) => sum + size, 0) - excess
  const each = fairShare(sizes, budget)
  return step.map((message) =>
    message.role === 'tool' ? mapResults(message, (result) => cutResult(result, each)) : message,
  )
}

/** The largest size to which all sizes can be cut so that their sum is within the budget. */
function fairShare(sizes: readonly number[], budget: number): number {
  let left = budget
  const sorted = sizes.toSorted((one, other) => one - other)
  for (const [index, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (size > share) return share
    left -= size
  }
  return Infinity
}

function cutResult(
  result: LanguageModelV4ToolResultPart,
  maxTokens: number,
): LanguageModelV4ToolResultPart {
  if (partTokens(result) <= maxTokens) return result
  const text = textOf(result.output)
  const withText = (length: number) => withOutput(result, text.slice(0, length) + CUT_RESULT_TEXT)
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (partTokens(withText(middle)) <= maxTokens) fits = middle
    else tooLong = middle
  }
  const shorter = fits === 0 ? leaveOut(result) : withText(fits)
  return partTokens(shorter) < partTokens(result) ? shorter : result
}

const leaveOut = (result: LanguageModelV4ToolResultPart) => withOutput(result, LEFT_OUT_TEXT)

const withOutput = (
  result: LanguageModelV4ToolResultPart,
  text: string,
): LanguageModelV4ToolResultPart => ({
  ...result,
  output: { type: 'text', value: text.toWellFormed() },
})

const textOf = (output: LanguageModelV4ToolResultPart['output']): string =>
  'value' in output && typeof output.value === 'string' ? output.value : JSON.stringify(output)

type ToolPart = ToolMessage['content'][number]

const isResult = (part: ToolPart): part is LanguageModelV4ToolResultPart =>
  part.type === 'tool-result'

const mapResults = (
  message: ToolMessage,
  map: (result: LanguageModelV4ToolResultPart) => LanguageModelV4ToolResultPart,
): ToolMessage => ({
  ...message,
  content: message.content.map((part) => (isResult(part) ? map(part) : part)),
})

/** Estimates the tokens that a provider counts for messages, on the high side. */
export function tokensOf(messages: Group): number {
  let tokens = 0
  for (const { content } of messages) {
    tokens += FRAME_TOKENS
    if (typeof content === 'string') tokens += textTokens(content)
    else for (const part of content) tokens += partTokens(part)
  }
  return tokens
}

type Part = Exclude<LanguageModelV4Message['content'], string>[number]

function partTokens(part: Part): number {
  if (part.type === 'file') return FILE_TOKENS
  const isPlain = part.type === 'text' && part.providerOptions === undefined
  return FRAME_TOKENS + textTokens(isPlain ? part.text : JSON.stringify(part))
}

const textTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
