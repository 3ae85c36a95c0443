import type { Chunk } from '../../shared/wire/chunk.ts'
import { messageText } from '../../shared/thread/message.ts'
import { createDemoAnswer } from './demo-answer.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
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
}

/** The model without a provider: an offline guide to Alcove that says so. */
export function createDemoModel({ clock = systemClock }: DemoModelSetup = {}): Model {
  return {
    name: DEMO_MODEL_NAME,
    stream: (request, signal) => streamGuide(request, signal, clock),
  }
}

async function* streamGuide(
  { messages }: ModelRequest,
  signal: AbortSignal,
  clock: ModelClock,
): AsyncGenerator<Chunk, void, undefined> {
  const question = messages.findLast(({ role }) => role === 'user')
  const isFirst = !messages.some(({ role }) => role === 'assistant')
  const answer = createDemoAnswer(question ? messageText(question) : '', isFirst)
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

  yield { type: 'start-step' }
  await clock.sleep(DEMO_FIRST_WORD_DELAY_MS, signal)
  if (answer.reasoning !== undefined) {
    const startedAt = clock.now()
    yield* paced(spell('reasoning', 'reasoning-1', answer.reasoning), DEMO_WORD_DELAY_MS)
    const reasoningMs = Math.round(clock.now() - startedAt)
    if (!signal.aborted) yield { type: 'message-metadata', messageMetadata: { reasoningMs } }
  }
  if (answer.search) {
    const { query, output } = answer.search
    yield* paced(callSearch(query), DEMO_WORD_DELAY_MS)
    await clock.sleep(DEMO_TOOL_DELAY_MS, signal)
    if (signal.aborted) return
    yield { type: 'tool-output-available', toolCallId: SEARCH_CALL_ID, output }
    yield { type: 'finish-step' }
    yield { type: 'start-step' }
  }
  yield* paced(spell('text', 'text-1', answer.text), DEMO_WORD_DELAY_MS)
  if (signal.aborted) return
  yield { type: 'finish-step' }
  // The demo's tokens are words.
  const inputTokens = messages.map(messageText).join(' ').split(/\s+/).length
  const usage = { inputTokens, outputTokens: words }
  yield { type: 'finish', messageMetadata: { finishReason: 'stop', usage } }
}

function* spell(kind: 'text' | 'reasoning', id: string, text: string): Generator<Chunk> {
  yield { type: `${kind}-start`, id }
  for (const delta of text.match(/\S+\s*/g) ?? []) yield { type: `${kind}-delta`, id, delta }
  yield { type: `${kind}-end`, id }
}

function* callSearch(query: string): Generator<Chunk> {
  const toolCallId = SEARCH_CALL_ID
  yield { type: 'tool-input-start', toolCallId, toolName: SEARCH_TOOL }
  for (const inputTextDelta of JSON.stringify({ query }).match(/\S+\s*/g) ?? []) {
    yield { type: 'tool-input-delta', toolCallId, inputTextDelta }
  }
  yield { type: 'tool-input-available', toolCallId, toolName: SEARCH_TOOL, input: { query } }
}
