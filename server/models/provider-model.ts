import { isDataChunk, isVisibleChunk, outOfSteps } from '../../shared/wire/chunk.ts'
import { WAIT_TYPE } from '../../shared/wire/wait-chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { continuedAnswer, stepsLeft, type Model, type ModelRequest } from './model.ts'
import { createFailure, describeFailure, failureText, refusalText } from './provider-failure.ts'
import { readRetryAfterMs, retryDelayMs } from './retry-delay.ts'
import { hideQuotes, textsOf } from './hide-quotes.ts'
import { isOperatorEnd, OperatorCallError, type HookRefusal } from './operator-call-error.ts'
import { createModelLog, type ModelLog } from './model-log.ts'
import { judgePageResults } from './judge-page-results.ts'
import { offerThoughts } from './offer-thoughts.ts'
import { fetchForCall } from './provider-call.ts'
import { PROVIDER_RETRY_DELAY_MS } from './provider-limits.ts'
import { tellRetryAt, tellWait } from './tell-wait.ts'
import { isHiddenChunk, type AnswerChunk } from './step-memory.ts'
import { createChunkMapper } from './to-chunks.ts'
import { tellSilence } from './tell-silence.ts'
import {
  askProvider,
  promptOf,
  type Attempt,
  type ProviderContext,
  type ProviderModelSetup,
  type ReadyRequest,
} from './ask-provider.ts'

/** A provider's model behind our interface, with our own limits, retries and texts. */
export function createProviderModel(setup: ProviderModelSetup): Model {
  const log = createModelLog(setup)
  const languageModel = offerThoughts(setup.createLanguageModel(fetchForCall))
  const context: ProviderContext = { ...setup, log, languageModel, effortsRefused: 0 }
  return {
    name: setup.name,
    stream: (request, signal) => streamAnswer(context, request, signal),
  }
}

function streamAnswer(
  context: ProviderContext,
  { system, ...request }: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerChunk, void, undefined> {
  if (typeof system === 'function' || request.backend?.onToolResult) {
    return askWhenReady(context, { ...request, system }, signal)
  }
  return askInTurn(context, system === undefined ? request : { ...request, system }, signal)
}

/** Calls the operator's functions that make the request, and then the model. */
async function* askWhenReady(
  context: ProviderContext,
  { system: source, ...request }: Omit<ModelRequest, 'system'> & SystemOf,
  signal: AbortSignal,
): AsyncGenerator<AnswerChunk, void, undefined> {
  let ready: ReadyRequest
  try {
    const system = typeof source === 'function' ? await source(signal) : source
    const messages = await judgePageResults(request, signal)
    ready = { ...request, messages, ...(system === undefined ? {} : { system }) }
  } catch (error) {
    if (signal.aborted) return
    if (!isOperatorEnd(error)) throw error
    yield* tellRefusal(error, context.log, request.recorder)
    return
  }
  yield* askInTurn(context, ready, signal, request.messages)
}

interface SystemOf {
  readonly system: ModelRequest['system']
}

/** Ends an answer that a function of the operator ended. */
function* tellRefusal(
  error: HookRefusal | OperatorCallError,
  log: ModelLog,
  recorder: ModelRequest['recorder'],
): Generator<Chunk> {
  if (error instanceof OperatorCallError) {
    const words = log.hookFailed(error)
    recorder?.failed(words)
  }
  yield { type: 'error', errorText: refusalText(error) }
}

/**
 * Asks the model, again after a failure that may pass, and then its fallback.
 *
 * @param given the messages before the operator's hook judged them: a fallback has them judged again.
 */
async function* askInTurn(
  context: ProviderContext,
  request: ReadyRequest,
  signal: AbortSignal,
  given = request.messages,
): AsyncGenerator<AnswerChunk, void, undefined> {
  const { name, clock, limits, log } = context
  // Aborted at the time limit, and always at the end, so that no socket outlives its answer.
  const own = new AbortController()
  const timer = setTimeout(
    () => own.abort(createFailure('too-slow', 'the whole took too long')),
    limits.totalMs,
  )
  const either = AbortSignal.any([signal, own.signal])
  const wishedEffort = request.settings?.effort
  const isLowest = wishedEffort === 'lowest'
  const efforts = (isLowest && context.lowestEfforts) || []
  let refused = context.effortsRefused
  try {
    for (let attempts = 1; ; attempts += 1) {
      const mapper = createChunkMapper(name, clock.now, continuedAnswer(request))
      let hasContent = false
      try {
        const effort = isLowest ? efforts[refused] : wishedEffort
        const attempt = { mapper, effort, isLowest, signal: either }
        for await (const chunk of tryOnce(context, request, attempt)) {
          // Only news of the wait are data.
          hasContent ||= !isDataChunk(chunk)
          yield chunk
        }
        if (efforts.length > 0) context.effortsRefused = refused
        return
      } catch (error) {
        if (signal.aborted) return
        if (isOperatorEnd(error)) {
          if (hasContent) yield* mapper.closeParts()
          yield* tellRefusal(error, log, request.recorder)
          return
        }
        const cause: unknown = own.signal.aborted ? own.signal.reason : error
        const failure = describeFailure(cause, (words) =>
          hideQuotes(words, textsOf(promptOf(context.name, request))),
        )
        const isRefused = failure.kind === 'refused' || failure.kind === 'setup'
        if (isRefused && refused < efforts.length) {
          refused += 1
          continue
        }
        const mayRetry = failure.isRetryable && !hasContent && attempts <= limits.retries
        const wishedMs = readRetryAfterMs(failure.headers, new Date())
        const fallback = hasContent ? undefined : request.fallback
        // Another model is asked rather than waited for longer than this.
        const longestMs = fallback ? PROVIDER_RETRY_DELAY_MS : undefined
        const waitMs = mayRetry ? retryDelayMs(attempts - 1, wishedMs, longestMs) : undefined
        if (waitMs === undefined && fallback) {
          log.fellBack(failure, attempts, fallback.name)
          own.abort()
          request.onFallback?.(fallback.name)
          const bare = { fallback: undefined, can: undefined, contextTokens: undefined }
          yield* fallback.stream({ ...request, ...bare, messages: given }, signal)
          return
        }
        if (waitMs === undefined) {
          const words = log.failed(failure, attempts)
          request.recorder?.failed(words)
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

/**
 * Makes one attempt. Yields nothing but news of the wait before the first content, so that a failed attempt leaves no
 * trace.
 */
async function* tryOnce(
  context: ProviderContext,
  request: ReadyRequest,
  attempt: Attempt,
): AsyncGenerator<AnswerChunk, void, undefined> {
  const { mapper, signal } = attempt
  signal.throwIfAborted()
  const maxSteps = stepsLeft(request)
  if (maxSteps === 0) {
    yield outOfSteps()
    return
  }
  let stepsDone = 0
  let hasCall = false
  let heldBack: AnswerChunk[] | undefined = []
  const parts = askProvider(context, request, maxSteps, attempt)
  for await (const part of tellSilence(parts, context.limits.silenceNewsMs)) {
    if (part.type === WAIT_TYPE) {
      yield part
      continue
    }
    if (part.type === 'start-step') hasCall = false
    if (part.type === 'tool-call') hasCall = true
    if (part.type === 'finish-step') stepsDone += 1
    for (const mapped of mapper.map(part)) {
      const chunk = hasCall && stepsDone >= maxSteps ? sayOutOfSteps(mapped) : mapped
      if (!heldBack) yield chunk
      else heldBack.push(chunk)
      if (heldBack && isContent(chunk)) {
        const ready: AnswerChunk[] = heldBack
        heldBack = undefined
        yield* ready
      }
    }
  }
}

/** True for a chunk that counts as an answer, or ends it. */
const isContent = (chunk: AnswerChunk): boolean =>
  !isHiddenChunk(chunk) &&
  (isVisibleChunk(chunk) || chunk.type === 'finish' || chunk.type === 'error')

/** After the last allowed step: records whether the model wanted another one. */
function sayOutOfSteps(chunk: AnswerChunk): AnswerChunk {
  const { messageMetadata } = chunk.type === 'finish' ? chunk : {}
  return messageMetadata?.['finishReason'] === 'tool-calls' ? outOfSteps(messageMetadata) : chunk
}
