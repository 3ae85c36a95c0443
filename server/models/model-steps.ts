import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { randomUUID } from 'node:crypto'
import type { Usage } from '../../shared/thread/message.ts'
import { sumUsage } from '../../shared/thread/settle-message.ts'
import { askInWindow } from './ask-in-window.ts'
import { markPrompt } from './cache-marks.ts'
import { needsApproval } from './check-call.ts'
import { judgeStep } from './judge-step.ts'
import { callFor, dutyOf, givenUp, isWithheld, sayText, type StepDuty } from './knowledge-steps.ts'
import { chooseTools } from './choose-tools.ts'
import { isUnreadable } from './provider-failure.ts'
import { readStreamError } from './read-stream-error.ts'
import type { CallOutcome } from './run-calls.ts'
import { runCalls } from './calls-at-once.ts'
import { readAnswer } from './read-answer.ts'
import { createStepCalls } from './step-calls.ts'
import { endCalls, isIncomplete, readEnd, requireEnd, toCut } from './step-ends.ts'
import type { Finish, JudgementPart, OwnCall, SaidPart, StepPart } from './step-parts.ts'
import { resultsOf } from './step-results.ts'
import type { StepsSetup } from './steps-setup.ts'
import { createStepContent, KEEPS_NOTHING } from './step-content.ts'
import { withOurId, type ReadCall } from './tool-set.ts'
import { readUsage } from './usage.ts'

/**
 * Makes one answer: calls the model, runs its tool calls and calls it again with their results, until it
 * makes no more calls, a call waits for someone else, or the maximum of steps is reached.
 *
 * @throws the error of the provider or its connection, or the reason of `signal`.
 */
export async function* streamSteps(setup: StepsSetup): AsyncGenerator<StepPart, void, undefined> {
  const { options, tools, maxSteps, hooks, name, knowledge, guard } = setup
  let { prompt } = options
  let total: Usage = {}
  let begins: string | undefined
  for (let step = 1; ; step += 1) {
    const createContent = () =>
      tools.declared && step < maxSteps ? createStepContent() : KEEPS_NOTHING
    let content = createContent()
    const calls = new Map<string, ReadCall>()
    const toRun = new Map<string, OwnCall>()
    /** Calls that the provider runs, and those that it asks a person for. */
    const settled = new Set<string>()
    let hasSaid = false
    let finish: Finish | undefined
    const duty = dutyOf(knowledge)
    const told = await hooks.beforeModel?.({ model: name, step, prompt }, setup.signal)
    for await (const given of askInWindow({
      prompt: told ?? prompt,
      window: setup.window,
      ask: (fitted) => askJudged(setup, fitted, duty),
      onRefused: setup.onTooLong,
    })) {
      const part = given.type === 'tool-call' ? { ...given, call: guard.judge(given.call) } : given
      if (duty && isWithheld(part)) continue
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
      if (part.type === 'judging') {
        yield part
        continue
      }
      if (part.type === 'reset-step') {
        content = createContent()
        calls.clear()
        toRun.clear()
        settled.clear()
        hasSaid = false
        yield part
        continue
      }
      const isRepeated = part.type === 'tool-call' && calls.has(part.call.toolCallId)
      if (!isRepeated) content.add(part)
      yield part
      if (part.type === 'text-delta') hasSaid ||= part.delta.trim() !== ''
      if (part.type === 'tool-result' || part.type === 'tool-approval-request') {
        settled.add(part.toolCallId)
      }
      if (part.type !== 'tool-call') continue
      const { call } = part
      const { toolCallId } = call
      calls.set(toolCallId, call)
      toRun.delete(toolCallId)
      if (call.type !== 'own') continue
      const isAsked =
        guard.asks(call) ||
        (await needsApproval(call.tool, call.args, { onFailure: setup.onToolFailure }))
      if (!isAsked) {
        toRun.set(toolCallId, call)
        continue
      }
      yield { type: 'tool-approval-request', approvalId: randomUUID(), toolCallId }
    }
    const end = requireEnd(finish)
    const missed = duty && knowledge && callFor(duty, knowledge, calls.values(), setup.question)
    if (missed && end !== 'content-filter') {
      const part = { type: 'tool-call' as const, call: missed }
      content.add(part)
      yield part
      calls.set(missed.toolCallId, missed)
      toRun.set(missed.toolCallId, missed)
    }
    const outcomes = new Map<string, CallOutcome>()
    if (end === 'content-filter') toRun.clear()
    for await (const part of runCalls([...toRun.values()], setup)) {
      outcomes.set(part.call.toolCallId, part.outcome)
      yield part
    }
    for (const outcome of outcomes.values()) if (outcome.type === 'refusal') throw outcome.error
    const isShort = end === 'length' || end === 'context-full'
    const cut = isShort ? [...calls.values()].filter(isIncomplete) : []
    yield* cut.map(toCut)
    yield* endCalls(
      [...calls.values()].filter(({ toolCallId }) => !settled.has(toolCallId)),
      end,
    )
    const sentence = givenUp(calls.values(), outcomes)
    if (sentence !== undefined && !hasSaid) yield* sayText(sentence)
    const usage = readUsage(finish!.usage)
    total = sumUsage([total, usage])
    yield { type: 'finish-step', usage }
    const isOver =
      end === 'content-filter' || end === 'context-full' || cut.length > 0 || sentence !== undefined
    const finishReason =
      sentence === undefined
        ? readEnd(finish!, end, setup.onWarnings, hasSaid || calls.size > 0)
        : 'stop'
    const isLast = isOver || step >= maxSteps
    const results = isLast ? undefined : resultsOf([...calls.values()], outcomes)
    if (!results) {
      yield { type: 'finish', finishReason, usage: total }
      return
    }
    // A new list: the previous call may still read the old one.
    prompt = prompt.concat(
      { role: 'assistant', content: content.take() },
      { role: 'tool', content: results },
    )
  }
}

/** Makes one model call, whose words a hook may judge. */
function askJudged(
  setup: StepsSetup,
  prompt: LanguageModelV4CallOptions['prompt'],
  duty: StepDuty | undefined,
): AsyncGenerator<SaidPart | Finish | JudgementPart, void, undefined> {
  const { hooks, signal } = setup
  const parts = askModel(setup, prompt, duty)
  return hooks.afterModel ? judgeStep(parts, hooks.afterModel, hooks.holds, signal) : parts
}

/** Makes one model call and yields its parts, with our ids of tool calls. */
async function* askModel(
  setup: StepsSetup,
  prompt: LanguageModelV4CallOptions['prompt'],
  duty: StepDuty | undefined,
): AsyncGenerator<SaidPart | Finish, void, undefined> {
  const { model, call, words, options, tools, callIds, signal, onWarnings, knowledge } = setup
  const offered = (tools.declared ?? []).map(({ name }) => name)
  setup.recorder?.asked({ model: setup.name, prompt, tools: offered })
  const asked = {
    ...options,
    prompt: markPrompt(prompt),
    abortSignal: signal,
    includeRawChunks: true,
  }
  const { stream } = await chooseTools(tools.declared, duty, (choice) =>
    call(() => model.doStream({ ...asked, ...choice })),
  )
  callIds.startStep()
  const calls = createStepCalls(tools)
  let isBegun = false
  /** Told after all calls, since a hook judges the step there. */
  let finish: Finish | undefined
  for await (const part of readAnswer(words.merge(stream, signal), knowledge)) {
    if (part.type === 'stream-start') {
      onWarnings(part.warnings)
      continue
    }
    if (part.type === 'error') {
      if (!isUnreadable(part.error)) throw readStreamError(part.error)
      setup.onUnreadable()
      continue
    }
    if (!isBegun) yield { type: 'start-step' }
    isBegun = true
    switch (part.type) {
      case 'response-metadata':
        break
      case 'finish':
        finish = part
        break
      case 'text-was-thought':
        yield part
        break
      case 'tool-call': {
        const read = await calls.read(withOurId(part, callIds))
        if (read) yield { type: part.type, call: read }
        break
      }
      default: {
        const said = withOurId(part, callIds)
        if (said.type === 'tool-input-start') calls.begin(said)
        if (said.type === 'tool-input-delta') calls.grow(said.id, said.delta)
        yield said
      }
    }
  }
  for (const read of await calls.readRest()) yield { type: 'tool-call', call: read }
  if (finish) yield finish
}
