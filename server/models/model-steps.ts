import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultPart,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { randomUUID } from 'node:crypto'
import type { Usage } from '../../shared/thread/message.ts'
import { sumUsage } from '../../shared/thread/settle-message.ts'
import { askInWindow } from './ask-in-window.ts'
import { markPrompt, markTools } from './cache-marks.ts'
import { needsApproval } from './check-call.ts'
import type { ContextWindow } from './context-window.ts'
import type { ProviderCall } from './provider-call.ts'
import { createFailure, readStreamError } from './provider-failure.ts'
import type { CallOutcome, CallRunner } from './run-calls.ts'
import { createStepCalls } from './step-calls.ts'
import { createStepContent, KEEPS_NOTHING } from './step-content.ts'
import { withOurId, type CallIds, type ReadCall, type ToolSet } from './tool-set.ts'
import { readUsage } from './usage.ts'
import type { WordsAhead } from './words-ahead.ts'

export interface StepsSetup {
  readonly model: LanguageModelV4
  /** Makes the requests of one answer to the provider. */
  readonly call: ProviderCall
  readonly words: Pick<WordsAhead, 'merge'>
  /** Options of the first model call. Each step adds its texts and results to the prompt. */
  readonly options: Omit<LanguageModelV4CallOptions, 'tools' | 'abortSignal'>
  readonly tools: ToolSet
  readonly callIds: CallIds
  readonly runCall: CallRunner
  /** Maximum of model calls. */
  readonly maxSteps: number
  readonly signal: AbortSignal
  readonly window: ContextWindow
  /** Ids of the messages that begin the questions of the prompt, oldest first. */
  readonly questionIds: readonly string[]
  readonly onToolFailure: (toolName: string, error: unknown) => void
  readonly onWarnings: (warnings: readonly SharedV4Warning[]) => void
  /** Called when the provider refused a prompt as too long, and a shorter one is sent. */
  readonly onTooLong: () => void
}

type OwnCall = Extract<ReadCall, { readonly type: 'own' }>
type Finish = Extract<LanguageModelV4StreamPart, { readonly type: 'finish' }>
type ToldOtherwise = 'stream-start' | 'response-metadata' | 'tool-call' | 'finish' | 'error'

type SaidPart =
  | Exclude<LanguageModelV4StreamPart, { readonly type: ToldOtherwise }>
  | { readonly type: 'start-step' }
  | { readonly type: 'tool-call'; readonly call: ReadCall }

/** Parts of an answer: those of the provider's package, and the outcomes of its calls between them. */
export type StepPart =
  | SaidPart
  | { readonly type: 'tool-outcome'; readonly call: OwnCall; readonly outcome: CallOutcome }
  /** The model is told nothing before this message. */
  | { readonly type: 'memory-begins'; readonly messageId: string }
  | { readonly type: 'finish-step'; readonly usage: Usage }
  | {
      readonly type: 'finish'
      readonly finishReason: LanguageModelV4FinishReason['unified']
      readonly usage: Usage
    }

/**
 * Makes one answer: calls the model, runs its tool calls and calls it again with their results, until it
 * makes no more calls, a call waits for someone else, or the maximum of steps is reached.
 *
 * @throws the error of the provider or its connection, or the reason of `signal`.
 */
export async function* streamSteps(setup: StepsSetup): AsyncGenerator<StepPart, void, undefined> {
  const { options, tools, maxSteps } = setup
  let { prompt } = options
  let total: Usage = {}
  let begins: string | undefined
  for (let step = 1; ; step += 1) {
    const content = tools.declared && step < maxSteps ? createStepContent() : KEEPS_NOTHING
    const calls = new Map<string, ReadCall>()
    const toRun = new Map<string, OwnCall>()
    let finish: Finish | undefined
    for await (const part of askInWindow({
      prompt,
      window: setup.window,
      ask: (told) => askModel(setup, told),
      onRefused: setup.onTooLong,
    })) {
      if (part.type === 'memory-begins') {
        const messageId = setup.questionIds[part.forgotten]
        if (messageId !== undefined && messageId !== begins) yield { type: part.type, messageId }
        begins = messageId
        continue
      }
      if (part.type === 'finish') {
        finish = part
        continue
      }
      const isRepeated = part.type === 'tool-call' && calls.has(part.call.toolCallId)
      if (!isRepeated) content.add(part)
      yield part
      if (part.type !== 'tool-call') continue
      const { call } = part
      const { toolCallId } = call
      calls.set(toolCallId, call)
      toRun.delete(toolCallId)
      if (call.type !== 'own') continue
      if (!(await needsApproval(call.tool, call.args, { onFailure: setup.onToolFailure }))) {
        toRun.set(toolCallId, call)
        continue
      }
      yield { type: 'tool-approval-request', approvalId: randomUUID(), toolCallId }
    }
    if (!finish) throw cutOff()
    const { unified: reason } = finish.finishReason
    const outcomes = new Map<string, CallOutcome>()
    for await (const part of runCalls(
      reason === 'stop' || reason === 'tool-calls' ? [...toRun.values()] : [],
      setup,
    )) {
      outcomes.set(part.call.toolCallId, part.outcome)
      yield part
    }
    requireWhole(finish.finishReason)
    const usage = readUsage(finish.usage)
    total = sumUsage([total, usage])
    yield { type: 'finish-step', usage }
    const results = resultsOf([...calls.values()], outcomes)
    if (!results || step >= maxSteps) {
      yield { type: 'finish', finishReason: reason, usage: total }
      return
    }
    // A new list: the previous call may still read the old one.
    prompt = prompt.concat(
      { role: 'assistant', content: content.take() },
      { role: 'tool', content: results },
    )
  }
}

/** Makes one model call and yields its parts, with our ids of tool calls. */
async function* askModel(
  { model, call, words, options, tools, callIds, signal, onWarnings }: StepsSetup,
  prompt: LanguageModelV4CallOptions['prompt'],
): AsyncGenerator<SaidPart | Finish, void, undefined> {
  const asked = { ...options, prompt: markPrompt(prompt), abortSignal: signal }
  const toolsOf = tools.declared
    ? { tools: markTools(tools.declared), toolChoice: { type: 'auto' as const } }
    : {}
  const { stream } = await call(() => model.doStream({ ...asked, ...toolsOf }))
  callIds.startStep()
  const calls = createStepCalls(tools)
  let isBegun = false
  for await (const part of words.merge(stream, signal)) {
    if (part.type === 'stream-start') {
      onWarnings(part.warnings)
      continue
    }
    if (part.type === 'error') throw readStreamError(part.error)
    if (!isBegun) yield { type: 'start-step' }
    isBegun = true
    switch (part.type) {
      case 'response-metadata':
        break
      case 'tool-call': {
        const read = await calls.read(withOurId(part, callIds))
        if (read) yield { type: part.type, call: read }
        break
      }
      default: {
        const said = withOurId(part, callIds)
        if (said.type === 'tool-input-start') calls.begin(said.id, said.toolName)
        if (said.type === 'tool-input-delta') calls.grow(said.id, said.delta)
        yield said
      }
    }
  }
}

const cutOff = () => createFailure('cut', 'the stream ended without a finish')

/** An answer is complete only if the provider reported so. */
function requireWhole({ unified, raw }: LanguageModelV4FinishReason): void {
  if (unified === 'error') throw createFailure('down', 'finish reason error')
  if (unified === 'interrupted' || (unified === 'other' && raw === undefined)) throw cutOff()
}

type Ended = Extract<StepPart, { readonly type: 'tool-outcome' }>

/** Runs calls concurrently, and yields each as it ends. */
async function* runCalls(
  calls: readonly OwnCall[],
  { runCall, signal }: StepsSetup,
): AsyncGenerator<Ended, void, undefined> {
  const running = new Map(
    calls.map((call) => [
      call,
      runCall(call.tool, call.args, call.toolCallId).then((outcome): Ended => ({
        type: 'tool-outcome',
        call,
        outcome,
      })),
    ]),
  )
  while (running.size > 0) {
    const ended = await Promise.race(running.values())
    running.delete(ended.call)
    // A finished tool call is reported even if the stop came at the same time.
    if (!signal.aborted || ended.outcome.type === 'result') yield ended
  }
  signal.throwIfAborted()
}

/**
 * Results of the calls for the model; undefined if the model is not called again: it made no calls, or a call
 * waits for a person, the browser or an authorisation.
 */
function resultsOf(
  calls: readonly ReadCall[],
  outcomes: ReadonlyMap<string, CallOutcome>,
): LanguageModelV4ToolResultPart[] | undefined {
  const ours = calls.filter(({ type }) => type !== 'provider')
  const results = ours.flatMap((call) => resultOf(call, outcomes.get(call.toolCallId)) ?? [])
  return ours.length > 0 && results.length === ours.length ? results : undefined
}

function resultOf(
  call: ReadCall,
  outcome: CallOutcome | undefined,
): LanguageModelV4ToolResultPart | undefined {
  const { toolCallId, toolName, providerOptions } = call
  const named = { type: 'tool-result' as const, toolCallId, toolName }
  if (call.type === 'wrong') {
    return { ...named, output: { type: 'error-text', value: call.problem } }
  }
  const result = providerOptions ? { ...named, providerOptions } : named
  if (outcome?.type === 'failure') {
    return { ...result, output: { type: 'error-text', value: outcome.errorText } }
  }
  if (outcome?.type !== 'result') return undefined
  const { output } = outcome
  return typeof output === 'string'
    ? { ...result, output: { type: 'text', value: output } }
    : { ...result, output: { type: 'json', value: output } }
}
