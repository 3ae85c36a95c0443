import type { JsonObject } from '../../shared/json.ts'
import { outOfSteps } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { messageText, type ToolCallPart } from '../../shared/thread/message.ts'
import {
  continuedAnswer,
  questionOf,
  stepsLeft,
  type Model,
  type ModelRequest,
  type ToolDeclaration,
} from './model.ts'
import {
  createDemoAnswer,
  DEMO_NOTE,
  isForGuide,
  knowsTopic,
  type DemoAnswer,
} from './demo-answer.ts'
import { askKnowledge, giveUp } from './demo-knowledge.ts'
import { ADD_TO_BASKET, namesOfUsable, SHOW_PRODUCT } from './demo-page-tools.ts'
import {
  CANCEL_ORDER,
  makeShopCalls,
  ORDER_STATUS,
  planShop,
  PRODUCT_SEARCH,
  type ShopPlan,
} from './demo-shop.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
import { createModelLog, type ModelLog, type ModelLogEntry } from './model-log.ts'

export const DEMO_FIRST_WORD_DELAY_MS = 250
/** About fifty words a second, as fast models write. */
export const DEMO_WORD_DELAY_MS = 20
export const DEMO_TOOL_DELAY_MS = 400

/** Name in logs; the rest of the server tells by it that no model is set up. */
export const DEMO_MODEL_NAME = 'demo'

const SEARCH_CALL_ID = 'search-1'
const SEARCH_TOOL = 'search_guide'

export interface DemoModelSetup {
  readonly clock?: ModelClock
  /** Called with failures of tools; default: nothing. */
  readonly log?: (entry: ModelLogEntry) => void
}

/**
 * The model without a provider: an offline guide to Alcove that says so. It also understands a few questions
 * to a shop, and calls the tools for them if they are declared.
 */
export function createDemoModel({
  clock = systemClock,
  log = () => {},
}: DemoModelSetup = {}): Model {
  const modelLog = createModelLog({ name: DEMO_MODEL_NAME, redact: (text) => text, log })
  return {
    name: DEMO_MODEL_NAME,
    stream: (request, signal) => streamDemo(request, signal, clock, modelLog),
  }
}

async function* streamDemo(
  request: ModelRequest,
  signal: AbortSignal,
  clock: ModelClock,
  log: ModelLog,
): AsyncGenerator<Chunk, void, undefined> {
  const { messages, backend, tools: pageTools = [] } = request
  const question = questionOf(request)
  const continued = continuedAnswer(request)
  const isFirst = !messages.some((each) => each.role === 'assistant' && each !== continued)
  const toolNames = new Set(backend?.tools.map(({ name }) => name))
  const shop = planShop(question, toolNames, pageTools)
  if (shop && stepsLeft(request) === 0) {
    yield outOfSteps()
    return
  }
  const examples = shopExamples(toolNames, pageTools)
  const pace = createPace(clock, signal)
  yield { type: 'start-step' }
  await clock.sleep(DEMO_FIRST_WORD_DELAY_MS, signal)
  const note = isFirst ? DEMO_NOTE : ''
  const reason = shop
    ? yield* writeShop(shop, request, note, pace, log.toolFailed)
    : ((yield* writeKnowledge(request, note, pace, log.toolFailed)) ??
      (yield* writeGuide(createDemoAnswer(question, isFirst, examples), pace)))
  if (signal.aborted || reason === 'error') return
  if (reason === 'stop') yield { type: 'finish-step' }
  // The demo's tokens are words.
  const inputTokens = messages.map(messageText).join(' ').split(/\s+/).length
  const usage = { inputTokens, outputTokens: pace.wordCount() }
  yield { type: 'finish', messageMetadata: { finishReason: reason, usage } }
}

/** Writes one word after the other, until the signal aborts. */
function createPace(clock: ModelClock, signal: AbortSignal) {
  let words = 0

  async function* write(chunks: Iterable<Chunk>): AsyncGenerator<Chunk, void, undefined> {
    for (const chunk of chunks) {
      if (signal.aborted) return
      yield chunk
      if (!chunk.type.endsWith('-delta')) continue
      words += 1
      await clock.sleep(DEMO_WORD_DELAY_MS, signal)
    }
  }

  return {
    signal,
    now: () => clock.now(),
    write,
    writeText: (text: string) => write(spell('text', 'text-1', text)),
    waitForTool: () => clock.sleep(DEMO_TOOL_DELAY_MS, signal),
    wordCount: () => words,
  }
}

type Pace = ReturnType<typeof createPace>

async function* writeGuide(
  { reasoning, search, text }: DemoAnswer,
  { signal, now, write, writeText, waitForTool }: Pace,
): AsyncGenerator<Chunk, 'stop', undefined> {
  if (reasoning !== undefined) {
    const startedAt = now()
    yield* write(spell('reasoning', 'reasoning-1', reasoning))
    const reasoningMs = Math.round(now() - startedAt)
    if (!signal.aborted) yield { type: 'message-metadata', messageMetadata: { reasoningMs } }
  }
  if (search) {
    const { query, output } = search
    yield* write(spellCall(SEARCH_CALL_ID, SEARCH_TOOL, { query }))
    await waitForTool()
    if (signal.aborted) return 'stop'
    yield { type: 'tool-output-available', toolCallId: SEARCH_CALL_ID, output }
    yield { type: 'finish-step' }
    yield { type: 'start-step' }
  }
  yield* writeText(text)
  return 'stop'
}

/**
 * Answers from the owner's pages. Undefined if the guide has to answer: the question is about Alcove, or only the guide
 * knows something.
 */
async function* writeKnowledge(
  request: ModelRequest,
  note: string,
  { signal, write, writeText, waitForTool }: Pace,
  onFailure: ModelLog['toolFailed'],
): AsyncGenerator<Chunk, 'stop' | undefined, undefined> {
  const { knowledge } = request
  const question = questionOf(request)
  if (!knowledge || (!knowledge.onlyFromKnowledge && isForGuide(question))) return undefined
  const pace = {
    signal,
    onFailure,
    waitForTool,
    writeCall: ({ toolCallId, toolName, args }: ToolCallPart) =>
      write(spellCall(toolCallId, toolName, args)),
  }
  const found = yield* askKnowledge(request, knowledge, pace)
  if (signal.aborted) return 'stop'
  if (found !== undefined) {
    yield* writeText(found + note)
    return 'stop'
  }
  if (!knowledge.onlyFromKnowledge && knowsTopic(question)) return undefined
  yield* writeText(yield* giveUp(request, pace))
  return 'stop'
}

/**
 * Result of the shop's calls: the answer continues with text, waits for calls, or ends in an interrupted
 * call.
 */
async function* writeShop(
  plan: ShopPlan,
  request: ModelRequest,
  note: string,
  { signal, write, writeText, waitForTool }: Pace,
  onFailure: ModelLog['toolFailed'],
): AsyncGenerator<Chunk, 'stop' | 'tool-calls' | 'error', undefined> {
  if (plan.type === 'ask') {
    yield* writeText(plan.text + note)
    return 'stop'
  }
  const end = yield* makeShopCalls(plan.calls, request, {
    signal,
    onFailure,
    waitForTool,
    writeCall: ({ toolCallId, toolName, args }) => write(spellCall(toolCallId, toolName, args)),
  })
  if (end.type === 'interrupted') return 'error'
  if (end.type === 'waits') return 'tool-calls'
  yield* writeText(end.text + note)
  return 'stop'
}

function* spell(kind: 'text' | 'reasoning', id: string, text: string): Generator<Chunk> {
  yield { type: `${kind}-start`, id }
  for (const delta of text.match(/\S+\s*/g) ?? []) yield { type: `${kind}-delta`, id, delta }
  yield { type: `${kind}-end`, id }
}

function* spellCall(toolCallId: string, toolName: string, input: JsonObject): Generator<Chunk> {
  yield { type: 'tool-input-start', toolCallId, toolName }
  for (const inputTextDelta of JSON.stringify(input).match(/\S+\s*/g) ?? []) {
    yield { type: 'tool-input-delta', toolCallId, inputTextDelta }
  }
  yield { type: 'tool-input-available', toolCallId, toolName, input }
}

const EXAMPLES: readonly (readonly [toolName: string, question: string])[] = [
  [ORDER_STATUS, 'Where is my order 1042?'],
  [PRODUCT_SEARCH, 'Find a mug and tell me when order 1042 comes.'],
  [CANCEL_ORDER, 'Cancel order 1042.'],
  [SHOW_PRODUCT, 'Show me the storm lantern.'],
  [ADD_TO_BASKET, 'Put two mugs into my basket.'],
]

/**
 * Example questions for these tools. A page's tool with the same name may have other arguments, and is then
 * not called.
 */
const shopExamples = (
  toolNames: ReadonlySet<string>,
  pageTools: readonly ToolDeclaration[],
): readonly string[] => {
  const usable = new Set([...toolNames, ...namesOfUsable(pageTools)])
  return EXAMPLES.filter(([toolName]) => usable.has(toolName)).map(([, question]) => question)
}
