import type { JsonObject } from '../../shared/json.ts'
import { messageText, type ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { NO_ANSWER_TOOL, SEARCH_TOOL, type AnswerKnowledge } from './answer-knowledge.ts'
import { markdown, readWords } from './guide.ts'
import { NO_BACKEND, questionOf, type ModelRequest } from './model.ts'
import { resumeCalls } from './run-calls.ts'
import { isFinding, type ToldPiece } from './search-memory.ts'

/** Passages that an answer of the demo model quotes. */
const QUOTES_MAX = 2
const QUOTE_MAX_CHARACTERS = 400
/** Words of a question that say nothing about its subject. */
const SHORTEST_WORD = 3

/** How the demo model writes, waits and fails. */
export interface KnowledgePace {
  readonly signal: AbortSignal
  readonly writeCall: (call: ToolCallPart) => AsyncGenerator<Chunk, void, undefined>
  readonly waitForTool: () => Promise<void>
  readonly onFailure: (toolName: string, error: unknown) => void
}

/**
 * Searches the owner's pages for the question; once more together with the question before it, if that was needed to
 * understand it. The result is the text that cites what was found; `undefined`: nothing was found.
 */
export async function* askKnowledge(
  request: ModelRequest,
  knowledge: AnswerKnowledge,
  pace: KnowledgePace,
): AsyncGenerator<Chunk, string | undefined, undefined> {
  const question = questionOf(request)
  const queries = [question, ...followUpOf(request, question)]
  for (const [index, query] of queries.entries()) {
    yield* makeCall(request, pace, SEARCH_TOOL, index + 1, { query })
    if (pace.signal.aborted || knowledge.uses.some(isFinding)) break
  }
  return knowledge.told.size === 0 ? undefined : quote([...knowledge.told.values()], question)
}

/** Beginnings and words of a question that point to something said before, as people write them in the demo. */
const FOLLOW_UP =
  /^(and|or|what about|how about|und|oder|et|ou|y|o|e)\b|\b(it|its|this|that|these|those|they|them|one|ones)\b/i

/** The question with the one before it, if it cannot be understood alone. */
function followUpOf({ messages }: ModelRequest, question: string): readonly string[] {
  if (!FOLLOW_UP.test(question.trim())) return []
  const before = messages.filter(({ role }) => role === 'user').at(-2)
  return before ? [`${messageText(before)} ${question}`] : []
}

/** Says that nothing was found; the result is the sentence. */
export async function* giveUp(
  request: ModelRequest,
  pace: KnowledgePace,
): AsyncGenerator<Chunk, string, undefined> {
  const args = { looked_for: questionOf(request), language: 'en' }
  return yield* makeCall(request, pace, NO_ANSWER_TOOL, 1, args)
}

/** Calls a tool of the owner's pages in a step of its own; the result is its text. */
async function* makeCall(
  { backend = NO_BACKEND, answerId }: ModelRequest,
  { signal, writeCall, waitForTool, onFailure }: KnowledgePace,
  toolName: string,
  number: number,
  args: JsonObject,
): AsyncGenerator<Chunk, string, undefined> {
  const call: ToolCallPart = {
    type: 'tool-call',
    toolCallId: `${toolName}-${number}`,
    toolName,
    state: 'input-available',
    args,
    argsText: JSON.stringify(args),
  }
  yield* writeCall(call)
  await waitForTool()
  if (signal.aborted) return ''
  let text = ''
  for await (const chunk of resumeCalls([call], { backend, answerId, signal, onFailure })) {
    yield chunk
    if (chunk.type === 'tool-output-available' && typeof chunk.output === 'string')
      text = chunk.output
  }
  yield { type: 'finish-step' }
  yield { type: 'start-step' }
  return text
}

function quote(pieces: readonly ToldPiece[], question: string): string {
  const asked = readWords(question).filter((word) => word.length >= SHORTEST_WORD)
  const lines = pieces.slice(0, QUOTES_MAX).map(({ told: { title, passage } }) => {
    // Title and headings stand before the quotation.
    const said = new Set([title, ...passage.headings].flatMap(readWords))
    const words = new Set(asked.filter((word) => !said.has(word)))
    const scoreOf = (text: string) => readWords(text).filter((word) => words.has(word)).length
    const blocks = passage.text.split('\n').filter((block) => block.trim() !== '')
    const quotable = blocks.filter((block, index) => !isTableHead(block, blocks, index))
    const [best = ''] = quotable.toSorted((a, b) => scoreOf(b) - scoreOf(a))
    const quoted = plain([...best.replaceAll('\t', ', ')].slice(0, QUOTE_MAX_CHARACTERS).join(''))
    const section = passage.headings.at(-1)
    const place = section === undefined ? title : `${title}, ${section}`
    return `- **${plain(place)}**: ${quoted} [${passage.number}]`
  })
  return markdown('The pages say:', '', ...lines)
}

/** True for the first of several rows, whose cells are separated by tabs: it names the columns. */
const isTableHead = (block: string, blocks: readonly string[], index: number): boolean =>
  block.includes('\t') &&
  blocks[index + 1]?.includes('\t') === true &&
  blocks[index - 1]?.includes('\t') !== true

/** A page may contain markdown. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')
