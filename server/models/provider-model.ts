import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { isVisibleChunk, outOfSteps, RETRY_AT, waitChunk } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import {
  callsOf,
  continuedAnswer,
  NO_BACKEND,
  stepsLeft,
  type Model,
  type ModelRequest,
} from './model.ts'
import { streamSteps, type StepPart } from './model-steps.ts'
import { createCallRunner } from './run-calls.ts'
import { createCallIds, createToolSet } from './tool-set.ts'
import {
  createFailure,
  describeFailure,
  failureText,
  readRetryAfterMs,
  retryDelayMs,
} from './provider-failure.ts'
import type { ModelClock } from './model-clock.ts'
import { createModelLog, type ModelLog, type ModelLogEntry } from './model-log.ts'
import { createContextWindow } from './context-window.ts'
import { createProviderCall, fetchForCall, type ProviderFetch } from './provider-call.ts'
import {
  PROVIDER_RETRY_AT_LIMIT_MS,
  PROVIDER_WAIT_NEWS_MS,
  type ProviderLimits,
} from './provider-limits.ts'
import { createChunkMapper, type ChunkMapper } from './to-chunks.ts'
import { toModelMessages } from './to-model-messages.ts'
import { createWordsAhead } from './words-ahead.ts'

export interface ProviderModelSetup {
  readonly name: string
  readonly createLanguageModel: (fetch: ProviderFetch) => LanguageModelV4
  readonly providerOptions?: NonNullable<LanguageModelV4CallOptions['providerOptions']>
  readonly limits: ProviderLimits
  readonly clock: ModelClock
  readonly redact: (text: string) => string
  readonly log: (entry: ModelLogEntry) => void
  /** True if others than the operator read all answers; a request may say the same of its own. */
  readonly isPublic: boolean
}

/** A provider's model behind our interface, with our own limits, retries and texts. */
export function createProviderModel(setup: ProviderModelSetup): Model {
  const log = createModelLog(setup)
  const languageModel = setup.createLanguageModel(fetchForCall)
  return {
    name: setup.name,
    stream: (request, signal) => streamAnswer({ ...setup, log, languageModel }, request, signal),
  }
}

interface Context extends Omit<ProviderModelSetup, 'log' | 'createLanguageModel'> {
  readonly log: ModelLog
  readonly languageModel: LanguageModelV4
}

async function* streamAnswer(
  context: Context,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  const { clock, limits, log } = context
  // Aborted at the time limit, and always at the end, so that no socket outlives its answer.
  const own = new AbortController()
  const timer = setTimeout(
    () => own.abort(createFailure('too-slow', 'the whole took too long')),
    limits.totalMs,
  )
  const either = AbortSignal.any([signal, own.signal])
  try {
    for (let attempts = 1; ; attempts += 1) {
      const mapper = createChunkMapper(clock.now, continuedAnswer(request))
      let hasContent = false
      try {
        for await (const chunk of tryOnce(context, request, mapper, either)) {
          hasContent = true
          yield chunk
        }
        return
      } catch (error) {
        if (signal.aborted) return
        const failure = describeFailure(own.signal.aborted ? own.signal.reason : error)
        const mayRetry = failure.isRetryable && !hasContent && attempts <= limits.retries
        const wishedMs = readRetryAfterMs(failure.headers, new Date())
        const waitMs = mayRetry ? retryDelayMs(attempts - 1, wishedMs) : undefined
        if (waitMs === undefined) {
          log.failed(failure, attempts)
          if (hasContent) yield* mapper.closeParts()
          if (failure.isRetryable) yield* tellRetryAt(wishedMs)
          yield {
            type: 'error',
            errorText: failureText(failure.kind, context.isPublic || request.isPublic === true),
          }
          return
        }
        log.retried(failure, attempts, waitMs)
        if (wishedMs === undefined) await clock.sleep(waitMs, either)
        else yield* tellWait(waitMs, clock, either)
        if (signal.aborted) return
      }
    }
  } finally {
    clearTimeout(timer)
    own.abort()
  }
}

/** Waits, and reports the remaining time: a reader that joins later counts from the last report. */
async function* tellWait(
  waitMs: number,
  clock: ModelClock,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  for (let leftMs = waitMs; leftMs > 0 && !signal.aborted; leftMs -= PROVIDER_WAIT_NEWS_MS) {
    yield waitChunk(leftMs)
    await clock.sleep(Math.min(leftMs, PROVIDER_WAIT_NEWS_MS), signal)
  }
  if (waitMs > 0 && !signal.aborted) yield waitChunk(0)
}

/** Reports with the failure when a retry makes sense: any reader keeps metadata, and none needs it. */
function* tellRetryAt(wishedMs = 0): Generator<Chunk, void, undefined> {
  if (wishedMs <= 0 || wishedMs > PROVIDER_RETRY_AT_LIMIT_MS) return
  const retryAt = new Date(Date.now() + wishedMs).toISOString()
  yield { type: 'message-metadata', messageMetadata: { [RETRY_AT]: retryAt } }
}

/** Makes one attempt. Yields nothing before the first content, so that a failed attempt leaves no trace. */
async function* tryOnce(
  context: Context,
  request: ModelRequest,
  mapper: ChunkMapper,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  signal.throwIfAborted()
  const maxSteps = stepsLeft(request)
  if (maxSteps === 0) {
    yield outOfSteps()
    return
  }
  let stepsDone = 0
  let hasCall = false
  let heldBack: Chunk[] | undefined = []
  for await (const part of askProvider(context, request, maxSteps, signal)) {
    if (part.type === 'start-step') hasCall = false
    if (part.type === 'tool-call') hasCall = true
    if (part.type === 'finish-step') stepsDone += 1
    for (const mapped of mapper.map(part)) {
      const chunk = hasCall && stepsDone >= maxSteps ? sayOutOfSteps(mapped) : mapped
      if (!heldBack) yield chunk
      else heldBack.push(chunk)
      const isLast = chunk.type === 'finish' || chunk.type === 'error'
      if (heldBack && (isVisibleChunk(chunk) || isLast)) {
        const ready: Chunk[] = heldBack
        heldBack = undefined
        yield* ready
      }
    }
  }
}

/** @throws the error that broke the connection, instead of the one that the provider's package made of it. */
async function* askProvider(
  { name, limits, log, languageModel, providerOptions }: Context,
  request: ModelRequest,
  maxSteps: number,
  signal: AbortSignal,
): AsyncGenerator<StepPart, void, undefined> {
  let broken: Error | undefined
  const words = createWordsAhead()
  const { backend = NO_BACKEND, answerId, settings, system, contextTokens } = request
  const instructions = system === undefined ? [] : [{ role: 'system' as const, content: system }]
  const questionIds: string[] = []
  const onQuestion = (id: string) => void questionIds.push(id)
  const tools = createToolSet(request)
  const { maxOutputTokens } = settings ?? {}
  const window = createContextWindow({
    name,
    contextTokens,
    maxOutputTokens,
    tools: tools.declared,
  })
  try {
    yield* streamSteps({
      model: languageModel,
      call: createProviderCall(limits, (error) => (broken = error), words.createFilter),
      words,
      options: {
        ...settings,
        prompt: [...instructions, ...toModelMessages(request.messages, backend.tools, onQuestion)],
        ...(providerOptions === undefined ? {} : { providerOptions }),
      },
      tools,
      window,
      questionIds,
      callIds: createCallIds(callsOf(request).map(({ toolCallId }) => toolCallId)),
      runCall: createCallRunner({
        backend,
        answerId,
        timeoutMs: limits.toolMs,
        signal,
        onFailure: log.toolFailed,
      }),
      maxSteps,
      signal,
      onToolFailure: log.toolFailed,
      onWarnings: log.warned,
      onTooLong: () => log.warned([TOO_LONG]),
    })
  } catch (error) {
    throw broken ?? error
  }
}

const TOO_LONG = {
  type: 'other',
  message:
    'the prompt was longer than the window of the model, and a shorter one was sent; set contextTokens of the assistant to its tokens',
} as const

/** After the last allowed step: records whether the model wanted another one. */
function sayOutOfSteps(chunk: Chunk): Chunk {
  const { messageMetadata } = chunk.type === 'finish' ? chunk : {}
  return messageMetadata?.['finishReason'] === 'tool-calls' ? outOfSteps(messageMetadata) : chunk
}
