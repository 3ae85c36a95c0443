import type { JsonObject } from '../../shared/json.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { outOfSteps } from '../../shared/wire/out-of-steps.ts'
import { messageText, type ToolCallPart } from '../../shared/thread/message.ts'
import { continuedAnswer, stepsLeft } from './continued-answer.ts'
import { createDemoAnswer, DEMO_NOTE } from './demo-answer.ts'
import { makeShopCalls } from './demo-shop.ts'
import { planShop, shopExamples, type ShopPlan } from './demo-shop-plan.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
import { createModelLog, type ModelLog, type ModelLogEntry } from './model-log.ts'
import type { Model, ModelRequest } from './model.ts'

export const DEMO_FIRST_WORD_DELAY_MS = 250
/** About fifty words a second, as fast models write. */
export const DEMO_WORD_DELAY_MS = 20
export const DEMO_TOOL_DELAY_MS = 400

/** In logs, and how the rest of the server knows that no model is set up. */
export const DEMO_MODEL_NAME = 'demo'

const SEARCH_CALL_ID = 'search-1'
const SEARCH_TOOL = 'search_guide'

export interface DemoModelSetup {
  readonly clock?: ModelClock
  /** Where failures of tools go; by default nowhere. */
  readonly log?: (entry: ModelLogEntry) => void
}

/**
 * The model without a provider: an offline guide to Alcove that says so. It also understands a few
 * questions to a shop, and calls the tools for them where they are declared.
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
  const { messages } = request
  const question = questionOf(request)
  const continued = continuedAnswer(request)
  const isFirst = !messages.some((each) => each.role === 'assistant' && each !== continued)
  const toolNames = new Set(request.backend?.tools.map(({ name }) => name))
  const shop = planShop(question, toolNames)
  if (shop && stepsLeft(request) === 0) {
    yield outOfSteps()
    return
  }
  const answer = createDemoAnswer(question, isFirst, shopExamples(toolNames))
  let words = 0

  async function* paced(chunks: Iterable<Chunk>, delayMs: number): AsyncGenerator<Chunk> {
    for (const chunk of chunks) {
      if (signal.aborted) return
      yield chunk
      if (!chunk.type.endsWith('-delta')) continue
      words += 1
      await clock.sleep(delayMs, signal)
    }
  }

  const writeText = (text: string) => paced(spell('text', 'text-1', text), DEMO_WORD_DELAY_MS)
  const waitForTool = () => clock.sleep(DEMO_TOOL_DELAY_MS, signal)

  function finish(finishReason: 'stop' | 'tool-calls'): Chunk {
    // The demo's tokens are words.
    const inputTokens = messages.map(messageText).join(' ').split(/\s+/).length
    return {
      type: 'finish',
      messageMetadata: { finishReason, usage: { inputTokens, outputTokens: words } },
    }
  }

  async function* writeGuide(): AsyncGenerator<Chunk> {
    if (answer.reasoning !== undefined) {
      const startedAt = clock.now()
      yield* paced(spell('reasoning', 'reasoning-1', answer.reasoning), DEMO_WORD_DELAY_MS)
      const reasoningMs = Math.round(clock.now() - startedAt)
      if (!signal.aborted) yield { type: 'message-metadata', messageMetadata: { reasoningMs } }
    }
    if (answer.search) {
      const { query, output } = answer.search
      yield* paced(spellCall(SEARCH_CALL_ID, SEARCH_TOOL, { query }), DEMO_WORD_DELAY_MS)
      await waitForTool()
      if (signal.aborted) return
      yield { type: 'tool-output-available', toolCallId: SEARCH_CALL_ID, output }
      yield { type: 'finish-step' }
      yield { type: 'start-step' }
    }
    yield* writeText(answer.text)
  }

  /** Whether the answer is whole. */
  async function* writeShop(
    plan: ShopPlan,
  ): AsyncGenerator<Chunk, 'stop' | 'tool-calls' | 'error'> {
    const note = isFirst ? DEMO_NOTE : ''
    if (plan.type === 'ask') {
      yield* writeText(plan.text + note)
      return 'stop'
    }
    const end = yield* makeShopCalls(plan.calls, request, {
      signal,
      onFailure: log.toolFailed,
      waitForTool,
      writeCall: ({ toolCallId, toolName, args }: ToolCallPart) =>
        paced(spellCall(toolCallId, toolName, args), DEMO_WORD_DELAY_MS),
    })
    if (end.type === 'interrupted') return 'error'
    if (end.type === 'waits') return 'tool-calls'
    yield* writeText(end.text + note)
    return 'stop'
  }

  yield { type: 'start-step' }
  await clock.sleep(DEMO_FIRST_WORD_DELAY_MS, signal)
  if (shop) {
    const reason = yield* writeShop(shop)
    if (signal.aborted || reason === 'error') return
    if (reason === 'stop') yield { type: 'finish-step' }
    yield finish(reason)
    return
  }
  yield* writeGuide()
  if (signal.aborted) return
  yield { type: 'finish-step' }
  yield finish('stop')
}

function questionOf({ messages }: ModelRequest): string {
  const question = messages.findLast(({ role }) => role === 'user')
  return question ? messageText(question) : ''
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
