import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { abilitiesOf, withoutUnreadable } from './abilities.ts'
import { NO_HOOKS } from './hooks.ts'
import { joinOptions } from './join-options.ts'
import { callsOf, NO_BACKEND, questionOf, type ModelRequest } from './model.ts'
import type { StreamingModel } from './language-model.ts'
import { streamSteps } from './model-steps.ts'
import type { StepPart } from './step-parts.ts'
import { createCallRunner } from './run-calls.ts'
import { createPassageGuard } from './passage-guard.ts'
import { createCallIds, createToolSet } from './tool-set.ts'
import { createFailure, describeFailure } from './provider-failure.ts'
import type { ModelClock } from './model-clock.ts'
import { type ModelLog, type ModelLogEntry } from './model-log.ts'
import { createContextWindow } from './context-window.ts'
import type { ModelPlace } from './model-place.ts'
import { createProviderCall, type ProviderFetch } from './provider-call.ts'
import { type ProviderLimits } from './provider-limits.ts'
import type { Protocol } from './mend-event.ts'
import { MENDERS } from './menders.ts'
import { type ChunkMapper } from './to-chunks.ts'
import { toModelMessages } from './to-model-messages.ts'
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

/** A provider's model, ready to be asked. */
export interface ProviderContext extends Omit<ProviderModelSetup, 'log' | 'createLanguageModel'> {
  readonly log: ModelLog
  readonly languageModel: StreamingModel
  /** How many of the lowest efforts the model refused, before it answered to the next. */
  effortsRefused: number
}

/** A request with its instructions. */
export interface ReadyRequest extends ModelRequest {
  readonly system?: string
}

/** The differences between the attempts of one answer. */
export interface Attempt {
  readonly mapper: ChunkMapper
  readonly effort: Effort | undefined
  /** True if `effort` is the lowest that the model may have. */
  readonly isLowest: boolean
  readonly signal: AbortSignal
}

/** @throws the error that broke the connection, instead of the one that the provider's package made of it. */
export async function* askProvider(
  { name, limits, log, protocol = 'chat', languageModel, providerOptions }: ProviderContext,
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
  const knowledge = abilities.tools ? request.knowledge : undefined
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
      knowledge,
      guard: createPassageGuard(knowledge, request),
      question: questionOf(request),
      name,
      hooks: request.hooks ?? NO_HOOKS,
      recorder: request.recorder,
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
export function promptOf(
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
