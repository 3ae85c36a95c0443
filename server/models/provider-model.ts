import { experimental_streamTextLowMemory as streamText, stepCountIs, type LanguageModel } from 'ai'
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
import { createCallRunner } from './run-calls.ts'
import {
  createToolApproval,
  createToolSet,
  tellInvalidCall,
  createCallIds,
  withCallIds,
} from './tool-set.ts'
import {
  createFailure,
  describeFailure,
  failureText,
  readRetryAfterMs,
  retryDelayMs,
} from './provider-failure.ts'
import type { ModelClock } from './model-clock.ts'
import { createModelLog, type ModelLog, type ModelLogEntry } from './model-log.ts'
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
  readonly createLanguageModel: (fetch: ProviderFetch) => Exclude<LanguageModel, string>
  readonly providerOptions?: Parameters<typeof streamText>[0]['providerOptions']
  readonly limits: ProviderLimits
  readonly clock: ModelClock
  readonly redact: (text: string) => string
  readonly log: (entry: ModelLogEntry) => void
  /** Whether others than the operator read the answers. */
  readonly isPublic: boolean
}

/** A provider's model behind our interface, with our own limits, retries and texts. */
export function createProviderModel(setup: ProviderModelSetup): Model {
  // The SDK would write its warnings to stderr between our log's lines; they go to our log instead.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const log = createModelLog(setup)
  const languageModel = setup.createLanguageModel(fetchForCall)
  return {
    name: setup.name,
    stream: (request, signal) => streamAnswer({ ...setup, log, languageModel }, request, signal),
  }
}

interface Context extends Omit<ProviderModelSetup, 'log' | 'createLanguageModel'> {
  readonly log: ModelLog
  readonly languageModel: ReturnType<ProviderModelSetup['createLanguageModel']>
}

async function* streamAnswer(
  context: Context,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  const { clock, limits, log } = context
  // Aborted when the time is up; at the end for good measure, so that no socket outlives its answer.
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
          yield { type: 'error', errorText: failureText(failure.kind, context.isPublic) }
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

/** Waits, and says how long it still takes: a reader who comes later counts from the last word. */
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

/** When another try makes sense, beside the failure: any reader keeps metadata, and none needs it. */
function* tellRetryAt(wishedMs = 0): Generator<Chunk, void, undefined> {
  if (wishedMs <= 0 || wishedMs > PROVIDER_RETRY_AT_LIMIT_MS) return
  const retryAt = new Date(Date.now() + wishedMs).toISOString()
  yield { type: 'message-metadata', messageMetadata: { [RETRY_AT]: retryAt } }
}

/** One call. Yields nothing before the first content, so that a failed call leaves no trace. */
async function* tryOnce(
  { limits, log, languageModel, providerOptions }: Context,
  request: ModelRequest,
  mapper: ChunkMapper,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  signal.throwIfAborted()
  const steps = stepsLeft(request)
  if (steps === 0) {
    yield outOfSteps()
    return
  }
  let stepsDone = 0
  let hasCall = false
  /** What the SDK's stream does not tell. */
  const heard: { isInterrupted: boolean; broken?: Error } = { isInterrupted: false }
  const words = createWordsAhead()
  const call = createProviderCall(limits, (error) => (heard.broken = error), words.createFilter)
  const backend = request.backend ?? NO_BACKEND
  const onFailure = log.toolFailed
  const runner = createCallRunner({
    backend,
    answerId: request.answerId,
    timeoutMs: limits.toolMs,
    signal,
    onInterrupt: () => (heard.isInterrupted = true),
    onFailure,
  })
  const callIds = createCallIds(callsOf(request).map(({ toolCallId }) => toolCallId))
  let heldBack: Chunk[] | undefined = []
  try {
    // The plain `streamText` keeps every part for a second reader: memory would grow with the answer.
    const { stream } = streamText({
      model: withCallIds(languageModel, callIds, call),
      messages: toModelMessages(request.messages, backend.tools),
      tools: createToolSet(request, runner),
      toolApproval: createToolApproval(backend, onFailure),
      stopWhen: [stepCountIs(steps), () => heard.isInterrupted],
      ...request.settings,
      ...(request.system === undefined ? {} : { instructions: request.system }),
      ...(providerOptions === undefined ? {} : { providerOptions }),
      abortSignal: signal,
      maxRetries: 0,
      repairToolCall: tellInvalidCall,
      // The default prints to the console.
      onError: () => {},
      experimental_download: refuseDownloads,
    })
    for await (const part of words.merge(stream)) {
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw signal.reason
      if (part.type === 'finish-step') {
        checkFinish(part.finishReason, part.rawFinishReason)
        stepsDone += 1
      }
      if (part.type === 'start-step') {
        log.warned(part.warnings)
        hasCall = false
      }
      if (part.type === 'tool-call') hasCall = true
      for (const mapped of mapper.map(part)) {
        const chunk = hasCall && stepsDone >= steps ? sayOutOfSteps(mapped) : mapped
        if (!heldBack) yield chunk
        else heldBack.push(chunk)
        const isLast = chunk.type === 'finish' || chunk.type === 'error'
        if (heldBack && (isVisibleChunk(chunk) || isLast)) {
          const ready: Chunk[] = heldBack
          heldBack = undefined
          yield* ready
        }
        if (isLast) return
      }
    }
    throw createFailure('cut', 'the stream ended without a finish')
  } catch (error) {
    throw heard.broken ?? error
  }
}

/** After the last step that it may have: whether the model wanted another one. */
function sayOutOfSteps(chunk: Chunk): Chunk {
  const { messageMetadata } = chunk.type === 'finish' ? chunk : {}
  return messageMetadata?.['finishReason'] === 'tool-calls' ? outOfSteps(messageMetadata) : chunk
}

/** An answer is whole only when the provider said so. */
function checkFinish(reason: string, rawReason: string | undefined): void {
  if (reason === 'error') throw createFailure('down', 'finish reason error')
  if (reason === 'interrupted') throw createFailure('cut', 'the stream ended without a finish')
  if (reason === 'other' && rawReason === undefined) {
    throw createFailure('cut', 'the stream ended without a finish reason')
  }
}

/** The SDK would fetch addresses that a message or an answer names, from inside our network. */
async function refuseDownloads(wanted: readonly unknown[]): Promise<null[]> {
  if (wanted.length > 0) throw createFailure('unsupported', 'a download was refused')
  return []
}
