import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { isDataChunk, isVisibleChunk, outOfSteps, WAIT_TYPE } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { abilitiesOf, withoutUnreadable } from './abilities.ts'
import { NO_HOOKS } from './hooks.ts'
import { joinOptions } from './join-options.ts'
import {
  callsOf,
  continuedAnswer,
  NO_BACKEND,
  stepsLeft,
  type Model,
  type ModelRequest,
  type SystemSource,
} from './model.ts'
import type { StreamingModel } from './language-model.ts'
import { streamSteps } from './model-steps.ts'
import type { StepPart } from './step-parts.ts'
import { createCallRunner } from './run-calls.ts'
import { createCallIds, createToolSet } from './tool-set.ts'
import { createFailure, describeFailure, failureText, refusalText } from './provider-failure.ts'
import { readRetryAfterMs, retryDelayMs } from './retry-delay.ts'
import { hideQuotes, textsOf } from './hide-quotes.ts'
import type { ModelClock } from './model-clock.ts'
import { isOperatorEnd, OperatorCallError, type HookRefusal } from './operator-call-error.ts'
import { createModelLog, type ModelLog, type ModelLogEntry } from './model-log.ts'
import { createContextWindow } from './context-window.ts'
import type { ModelPlace } from './model-place.ts'
import { offerThoughts } from './offer-thoughts.ts'
import { createProviderCall, fetchForCall, type ProviderFetch } from './provider-call.ts'
import { PROVIDER_RETRY_DELAY_MS, type ProviderLimits } from './provider-limits.ts'
import { tellRetryAt, tellWait } from './tell-wait.ts'
import type { Protocol } from './mend-event.ts'
import { MENDERS } from './menders.ts'
import type { AnswerChunk } from './step-memory.ts'
import { createChunkMapper, type ChunkMapper } from './to-chunks.ts'
import { toModelMessages } from './to-model-messages.ts'
import { tellSilence } from './tell-silence.ts'
import { createWordsAhead } from './words-ahead.ts'

type Effort = NonNullable<LanguageModelV4CallOptions['reasoning']>

export interface ProviderModelSetup {
  readonly name: string
  /** Absent: the model connects by its own means, so that its events are read as its package gives them. */
  readonly protocol?: Protocol
  readonly createLanguageModel: (fetch: ProviderFetch) => StreamingModel
  readonly providerOptions?: NonNullable<LanguageModelV4CallOptions['providerOptions']>
  /**
   * Values of the effort `lowest`. A model that refuses one is asked with the next, and at last without.
   * Default: none.
   */
  readonly lowestEfforts?: readonly Effort[]
  readonly limits: ProviderLimits
  readonly clock: ModelClock
  readonly redact: (text: string) => string
  readonly log: (entry: ModelLogEntry) => void
  /** Absent: the model was not made from the settings. */
  readonly place?: ModelPlace
  /** True if others than the operator read all answers; a request may say the same of its own. */
  readonly isPublic: boolean
}

/** A provider's model behind our interface, with our own limits, retries and texts. */
export function createProviderModel(setup: ProviderModelSetup): Model {
  const log = createModelLog(setup)
  const languageModel = offerThoughts(setup.createLanguageModel(fetchForCall))
  const context: Context = { ...setup, log, languageModel, effortsRefused: 0 }
  return {
    name: setup.name,
    stream: (request, signal) => streamAnswer(context, request, signal),
  }
}

interface Context extends Omit<ProviderModelSetup, 'log' | 'createLanguageModel'> {
  readonly log: ModelLog
  readonly languageModel: StreamingModel
  /** How many of the lowest efforts the model refused, before it answered to the next. */
  effortsRefused: number
}

function streamAnswer(
  context: Context,
  { system, ...request }: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerChunk, void, undefined> {
  if (typeof system === 'function') return askForSystem(context, system, request, signal)
  return askInTurn(context, system === undefined ? request : { ...request, system }, signal)
}

/** Asks for the instructions, and then the model. */
async function* askForSystem(
  context: Context,
  source: SystemSource,
  request: Omit<ModelRequest, 'system'>,
  signal: AbortSignal,
): AsyncGenerator<AnswerChunk, void, undefined> {
  let system: string
  try {
    system = await source(signal)
  } catch (error) {
    if (signal.aborted) return
    if (!isOperatorEnd(error)) throw error
    yield* tellRefusal(error, context.log)
    return
  }
  yield* askInTurn(context, { ...request, system }, signal)
}

/** Ends an answer that a function of the operator ended. */
function* tellRefusal(error: HookRefusal | OperatorCallError, log: ModelLog): Generator<Chunk> {
  if (error instanceof OperatorCallError) log.hookFailed(error)
  yield { type: 'error', errorText: refusalText(error) }
}

/** A request with its instructions. */
interface ReadyRequest extends ModelRequest {
  readonly system?: string
}

/** Asks the model, again after a failure that may pass, and then its fallback. */
async function* askInTurn(
  context: Context,
  request: ReadyRequest,
  signal: AbortSignal,
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
          yield* tellRefusal(error, log)
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
          yield* fallback.stream(
            { ...request, fallback: undefined, can: undefined, contextTokens: undefined },
            signal,
          )
          return
        }
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

interface Attempt {
  readonly mapper: ChunkMapper
  readonly effort: Effort | undefined
  /** True if `effort` is the lowest that the model may have. */
  readonly isLowest: boolean
  readonly signal: AbortSignal
}

/**
 * Makes one attempt. Yields nothing but news of the wait before the first content, so that a failed attempt leaves no
 * trace.
 */
async function* tryOnce(
  context: Context,
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
  chunk.type !== 'step-memory' &&
  (isVisibleChunk(chunk) || chunk.type === 'finish' || chunk.type === 'error')

/** @throws the error that broke the connection, instead of the one that the provider's package made of it. */
async function* askProvider(
  { name, limits, log, protocol = 'chat', languageModel, providerOptions }: Context,
  request: ReadyRequest,
  maxSteps: number,
  { effort, isLowest, signal }: Attempt,
): AsyncGenerator<StepPart, void, undefined> {
  let broken: Error | undefined
  let isUnreadable = false
  const onOdd = (what: string) =>
    log.warned([{ type: 'other', message: `the stream has ${what}, which is passed over` }])
  const onUnreadable = () => {
    isUnreadable = true
    onOdd('an event that cannot be read')
  }
  const words = createWordsAhead({ createMender: MENDERS[protocol], onOdd, onUnreadable })
  const { answerId, settings = {} } = request
  const { effort: _effort, providerOptions: wished, ...callSettings } = settings
  const { abilities, backend } = readableOf(name, request)
  const questionIds: string[] = []
  const onQuestion = (id: string) => void questionIds.push(id)
  const tools = createToolSet(abilities.tools ? request : {})
  const window = createContextWindow({
    name,
    contextTokens: request.contextTokens,
    maxOutputTokens: settings.maxOutputTokens,
    tools: tools.declared,
  })
  try {
    yield* streamSteps({
      model: languageModel,
      call: createProviderCall(limits, (error) => (broken = error), words.createFilter),
      words,
      options: {
        ...callSettings,
        ...(effort === undefined ? {} : { reasoning: effort }),
        prompt: promptOf(name, request, onQuestion),
        ...joinOptions(providerOptions, wished),
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
      name,
      hooks: request.hooks ?? NO_HOOKS,
      signal,
      onToolFailure: log.toolFailed,
      // Packages warn if the lowest effort of a model has another name.
      onWarnings: (warnings) =>
        log.warned(isLowest ? warnings.filter((each) => !isAboutReasoning(each)) : warnings),
      onUnreadable,
      onTooLong: () => log.warned([TOO_LONG]),
    })
  } catch (error) {
    if (broken) throw broken
    const isMalformed = isUnreadable && describeFailure(error, String).kind === 'cut'
    throw isMalformed ? createFailure('malformed', 'an event that cannot be read') : error
  }
}

/** The parts of a request that the model can read. */
function readableOf(name: string, request: ReadyRequest) {
  const abilities = abilitiesOf(name, request.can)
  const { backend = NO_BACKEND } = abilities.tools ? request : {}
  return { abilities, backend, messages: withoutUnreadable(request.messages, abilities) }
}

/** @param onQuestion called with the id of each message that begins a user's turn, oldest first. */
function promptOf(
  name: string,
  request: ReadyRequest,
  onQuestion?: (messageId: string) => void,
): LanguageModelV4Prompt {
  const { backend, messages } = readableOf(name, request)
  const { system } = request
  const instructions = system === undefined ? [] : [{ role: 'system' as const, content: system }]
  return [...instructions, ...toModelMessages(messages, backend.tools, name, onQuestion)]
}

const isAboutReasoning = (warning: SharedV4Warning): boolean =>
  'feature' in warning && warning.feature === 'reasoning'

const TOO_LONG = {
  type: 'other',
  message:
    'the prompt was longer than the window of the model, and a shorter one was sent; set contextTokens of the assistant to its tokens',
} as const

/** After the last allowed step: records whether the model wanted another one. */
function sayOutOfSteps(chunk: AnswerChunk): AnswerChunk {
  const { messageMetadata } = chunk.type === 'finish' ? chunk : {}
  return messageMetadata?.['finishReason'] === 'tool-calls' ? outOfSteps(messageMetadata) : chunk
}
