import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import { errorOf } from '../../../shared/thread/call-state.ts'
import type { Message, ToolCallPart } from '../../../shared/thread/message.ts'
import type { HumanRequest } from '../thread-log.ts'
import type { Execution } from './start-execution.ts'
import type { Decision } from './tool-outcome.ts'
import type { ToolSource } from './tool-registry.ts'

/** A call of an answer, and what this browser did about it. */
export interface TrackedCall {
  /** As the newest fold has it. */
  part: ToolCallPart
  /** The answer that it is of. */
  readonly messageId: string
  /** It came by a stream that this browser read; others are run only when a person says so. */
  readonly isLive: boolean
  /** The answer has its result, or will never have one. */
  isFinished: boolean
  /** While its tool runs. */
  execution: Execution | undefined
  decision: Decision | undefined
  /** The arguments that were decided about: what was allowed, or what ran. */
  decidedWith: JsonObject | undefined
  /** The decision was told; the server's answer is awaited. */
  isTold: boolean
  /** What its tool gave: it never runs twice, also when the server was not reached. */
  result: Decision | undefined
}

export function createTrackedCall(
  part: ToolCallPart,
  isLive: boolean,
  messageId: string,
): TrackedCall {
  return {
    part,
    messageId,
    isLive,
    isFinished: false,
    execution: undefined,
    decision: undefined,
    decidedWith: undefined,
    isTold: false,
    result: undefined,
  }
}

/** Whether a call of an answer can be waited for. */
export function isOpenPart({ state, result, interrupt }: ToolCallPart): boolean {
  if (interrupt !== undefined) return state !== 'output-available'
  return (state === 'input-available' || state === 'approval-requested') && result === undefined
}

/** Nothing is decided about it, and nothing runs. */
export const isWaiting = ({ isFinished, execution, decision }: TrackedCall): boolean =>
  !isFinished && execution === undefined && decision === undefined

/** Whether its tool could run, or could ask what it is. */
export function awaitsBrowser(call: TrackedCall): boolean {
  const { state, interrupt, isRunByServer } = call.part
  return isWaiting(call) && state === 'input-available' && !interrupt && !isRunByServer
}

/** Runs, and does not wait for a person. */
export const isActive = ({ execution }: TrackedCall): boolean =>
  execution !== undefined && execution.payload === undefined

/** An answer, and its calls in their order. */
export interface TrackedMessage {
  readonly calls: ReadonlyMap<string, TrackedCall>
  /** Its stream was read here. */
  isLive: boolean
  /** No stream of it runs: what is decided can be told. */
  isSettled: boolean
  /** One of its tools runs. */
  readonly isActive: boolean
  /** The newest fold. When the answer does not go on, only interrupts can still be answered. */
  take(answer: Message): void
  /** What was told and has no result was not taken: it waits again. */
  giveBack(): void
  /** Nobody is asked any more, until it is taken again. */
  leave(): void
  /** Resolves when none of its tools runs, and what was decided is told. */
  whenIdle(): Promise<void>
  resolveWaiters(): void
}

export function createTrackedMessage(id: string): TrackedMessage {
  const calls = new Map<string, TrackedCall>()
  let waiters: (() => void)[] = []

  function finish(call: TrackedCall) {
    call.isFinished = true
    call.execution?.abort(THREAD_TEXTS.toolAborted)
    call.execution = undefined
    call.decision = undefined
  }

  /** Tells the server that a call was refused here. A call that runs already, or ran, goes on. */
  function tellRefusal(call: TrackedCall) {
    call.isFinished = false
    if (!isWaiting(call)) return
    call.decision = { type: 'error', errorText: errorOf(call.part) }
    call.decidedWith = call.part.args
  }

  const message: TrackedMessage = {
    calls,
    isLive: false,
    isSettled: false,
    get isActive() {
      return [...calls.values()].some(isActive)
    },
    take({ content, status }) {
      const goesOn = status?.type === 'running' || status?.type === 'requires-action'
      for (const part of content) {
        // Arguments that still grow are nobody's yet.
        if (part.type !== 'tool-call' || part.state === 'input-streaming') continue
        const call = calls.get(part.toolCallId) ?? createTrackedCall(part, message.isLive, id)
        calls.set(part.toolCallId, call)
        call.part = part
        if (part.isUntold && goesOn) tellRefusal(call)
        else if (isOpenPart(part) && (goesOn || part.interrupt)) call.isFinished = false
        else if (!call.isFinished) finish(call)
      }
    },
    giveBack() {
      for (const call of calls.values()) {
        if (!call.isTold) continue
        call.isTold = false
        call.decision = undefined
      }
    },
    leave() {
      for (const call of calls.values()) if (!call.isFinished) finish(call)
    },
    whenIdle() {
      if (!message.isActive) return Promise.resolve()
      // No limit: calls end by their own limits, TOOL_TIMEOUT_MS or a person; leaving the thread ends all.
      return new Promise((resolve) => waiters.push(resolve))
    },
    resolveWaiters() {
      const ready = waiters
      waiters = []
      for (const resolve of ready) resolve()
    },
  }
  return message
}

/** What the calls ask of the person now. */
export function listRequests(
  calls: Iterable<TrackedCall>,
  tools: Pick<ToolSource, 'get'>,
): readonly HumanRequest[] {
  return [...calls].flatMap((call): readonly HumanRequest[] => {
    const { toolCallId, toolName, args } = call.part
    const payload = call.execution?.payload
    if (payload !== undefined) return [{ kind: 'input', toolCallId, toolName, payload }]
    if (!awaitsBrowser(call) || call.result !== undefined) return []
    const tool = tools.get(toolName)
    if (!tool || tool.isDisabled) return []
    if (tool.type === 'human') return [{ kind: 'input', toolCallId, toolName, payload: args }]
    const asksFirst = tool.type === 'run' && tool.approval === 'ask'
    return asksFirst ? [{ kind: 'approval', toolCallId, toolName, payload: args }] : []
  })
}

/** Whether nobody could see a difference. */
export function isSameRequests(
  before: readonly HumanRequest[],
  after: readonly HumanRequest[],
): boolean {
  return (
    before.length === after.length &&
    before.every((request, index) => isSameRequest(request, after[index]))
  )
}

function isSameRequest(before: HumanRequest, after: HumanRequest | undefined): boolean {
  return (
    after !== undefined &&
    before.kind === after.kind &&
    before.toolCallId === after.toolCallId &&
    before.toolName === after.toolName &&
    isSamePayload(before.payload, after.payload)
  )
}

/** Folds keep what did not change. An empty object is one like any other. */
function isSamePayload(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true
  return isEmpty(before) && isEmpty(after)
}

const isEmpty = (value: unknown): boolean => isPlainObject(value) && Object.keys(value).length === 0
