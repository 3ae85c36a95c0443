import type { Cost, Reserved } from '../limits/budgets.ts'
import { continuedAnswer, NO_BACKEND, type Model, type ModelRequest } from '../models/model.ts'
import { BYTES_PER_TOKEN, promptTokens } from '../models/prompt-tokens.ts'
import type { AnswerChunk } from '../models/step-memory.ts'

/** Pays for the model calls of one answer, or of one title. */
export interface CallBudget {
  /** Wraps the model. With tools of this server, it makes at most as many calls as are reserved. */
  paying(model: Model): Model
  /** Called before the model. */
  fund(reserved: Reserved): void
  /** Counts the actual cost, once; nothing if no model was called. */
  close(): Promise<void>
}

export function createCallBudget(): CallBudget {
  let callBudget: Reserved | undefined
  let spent: Cost = { calls: 0, tokens: 0 }

  async function* pay(model: Model, request: ModelRequest, signal: AbortSignal) {
    const left = (callBudget?.calls ?? 0) - spent.calls
    const bill = createBill(request, left, callBudget?.tokens ?? 0)
    try {
      for await (const chunk of model.stream(withSteps(request, left), signal)) {
        bill.add(chunk)
        yield chunk
      }
    } finally {
      const { calls, tokens } = bill.read()
      spent = { calls: spent.calls + calls, tokens: spent.tokens + tokens }
    }
  }

  return {
    paying: (model) => ({
      name: model.name,
      stream: (request, signal) => pay(model, request, signal),
    }),
    fund(reserved) {
      callBudget = reserved
    },
    async close() {
      const reserved = callBudget
      callBudget = undefined
      await reserved?.settle(spent)
    },
  }
}

/** Limits steps: only tools of this server make the model call itself again. */
function withSteps(request: ModelRequest, left: number): ModelRequest {
  const { backend = NO_BACKEND, maxSteps = 1 } = request
  if (backend.tools.length === 0) return request
  const done = continuedAnswer(request)?.metadata.steps?.length ?? 0
  return { ...request, maxSteps: Math.min(maxSteps, done + left) }
}

/** No call takes so many tokens: a server that says more, or less than none, counts wrongly. */
export const CALL_TOKENS_MAX = 100_000_000

const isCount = (tokens: unknown): tokens is number =>
  Number.isInteger(tokens) && (tokens as number) >= 0 && (tokens as number) <= CALL_TOKENS_MAX

/** Adds up the cost of one model stream, as far as its chunks report it. */
function createBill(request: ModelRequest, callsMax: number, reservedTokens: number) {
  let started = 0
  let told = 0
  let tokens = 0
  /** Bytes of the current call. */
  let streamedBytes = 0
  let isWhole = false
  return {
    add(chunk: AnswerChunk) {
      if (chunk.type === 'start-step') started += 1
      if (chunk.type === 'finish') isWhole = true
      if ('delta' in chunk) streamedBytes += Buffer.byteLength(chunk.delta)
      if ('inputTextDelta' in chunk) streamedBytes += Buffer.byteLength(chunk.inputTextDelta)
      if (chunk.type !== 'finish-step') return
      const { inputTokens, outputTokens } = chunk.usage ?? {}
      if (isCount(inputTokens) && isCount(outputTokens)) {
        told += 1
        tokens += inputTokens + outputTokens
        streamedBytes = 0
      }
    },
    read(): Cost {
      // A call that was aborted before its answer was made all the same.
      const calls = Math.min(isWhole ? started : started + 1, callsMax)
      if (told === calls) return { calls, tokens }
      // Without a report of the provider, the reserved amount or an estimate from the texts counts. Otherwise
      // stopping each answer to a long history would be free.
      const unreportedCalls = Math.max(isWhole ? 0 : 1, started - told)
      const unreported =
        unreportedCalls * tokensOf(request) + Math.ceil(streamedBytes / BYTES_PER_TOKEN)
      return { calls, tokens: Math.max(tokens + unreported, reservedTokens) }
    },
  }
}

const tokensOf = ({ messages, system, tools }: ModelRequest): number =>
  promptTokens(
    messages.map(({ content }) => content),
    system,
    tools,
  )
