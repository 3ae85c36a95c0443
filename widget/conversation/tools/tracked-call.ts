import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import { errorOf } from '../../../shared/thread/call-state.ts'
import type { Message, ToolCallPart } from '../../../shared/thread/message.ts'
import type { HumanRequest } from '../thread-log.ts'
import type { Execution } from './start-execution.ts'
import type { Decision } from './tool-outcome.ts'
import type { RunTool, ToolSource } from './tool-registry.ts'

/** A call of an answer, with this browser's state of it. */
export interface TrackedCall {
  /** As in the newest fold. */
  part: ToolCallPart
  /** The answer with the call. */
  readonly messageId: string
  /** True if the call came by a stream that this browser read. Other calls run only when a person says so. */
  readonly isLive: boolean
  /** True if the answer has its result, or will never have one. */
  isFinished: boolean
  /** Set while its tool runs. */
  execution: Execution | undefined
  decision: Decision | undefined
  /** The arguments that were allowed, or used by the run. */
  decidedWith: JsonObject | undefined
  /** True if the decision was reported, and the server's answer is pending. */
  wasReported: boolean
  /** Progress of the check of its arguments, before a person is asked. */
  check: 'none' | 'running' | 'done'
  /** Result of its tool, which never runs twice, even if the server could not be reached. */
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
    wasReported: false,
    check: 'none',
    result: undefined,
  }
}

/** True if a call of an answer can be waiting. */
export function isOpenPart({ state, result, interrupt }: ToolCallPart): boolean {
  if (interrupt !== undefined) return state !== 'output-available'
  return (state === 'input-available' || state === 'approval-requested') && result === undefined
}

/** True if the call has no decision and does not run. */
export const isWaiting = ({ isFinished, execution, decision }: TrackedCall): boolean =>
  !isFinished && execution === undefined && decision === undefined

/** True if its tool could run here, or could ask its question. */
export function awaitsBrowser(call: TrackedCall): boolean {
  const { state, interrupt, isRunByServer } = call.part
  return isWaiting(call) && state === 'input-available' && !interrupt && !isRunByServer
}

/**
 * True if a person has to allow a call before its tool runs: because the tool asks, or because the server says so of
 * the call and the person has not allowed the tool for the conversation.
 */
export const asksPerson = (
  { asksFirst }: ToolCallPart,
  { approval, isAllowed }: RunTool,
): boolean => approval === 'ask' || (asksFirst === true && isAllowed !== true)

/** True if its tool runs and does not wait for a person. */
export const isActive = ({ execution }: TrackedCall): boolean =>
  execution !== undefined && execution.payload === undefined

/** An answer with its calls in order. */
export interface TrackedMessage {
  readonly calls: ReadonlyMap<string, TrackedCall>
  /** True if its stream was read here. */
  isLive: boolean
  /** True if it has no running stream, so that decisions can be reported. */
  isSettled: boolean
  /** True if one of its tools runs. */
  readonly isActive: boolean
  /** Takes the newest fold. If the answer does not continue, only interrupts can still be answered. */
  take(answer: Message): void
  /** Makes calls wait again whose reported decisions have no result, because the server did not accept them. */
  giveBack(): void
  /** Closes all questions until the answer is taken again. */
  leave(): void
  /** Resolves when none of its tools runs and its decisions are reported. */
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

  /** Reports to the server that a call was refused here. A call that runs or ran already continues. */
  function reportRefusal(call: TrackedCall) {
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
        // Incomplete arguments are ignored.
        if (part.type !== 'tool-call' || part.state === 'input-streaming') continue
        const call = calls.get(part.toolCallId) ?? createTrackedCall(part, message.isLive, id)
        calls.set(part.toolCallId, call)
        call.part = part
        if (part.isUntold && goesOn) reportRefusal(call)
        else if (isOpenPart(part) && (goesOn || part.interrupt)) call.isFinished = false
        else if (!call.isFinished) finish(call)
      }
    },
    giveBack() {
      for (const call of calls.values()) {
        if (!call.wasReported) continue
        call.wasReported = false
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

/** Returns the calls' questions to the person. */
export function listRequests(
  calls: Iterable<TrackedCall>,
  tools: Pick<ToolSource, 'get'>,
): readonly HumanRequest[] {
  return [...calls].flatMap((call): readonly HumanRequest[] => {
    const { toolCallId, toolName, args } = call.part
    const payload = call.execution?.payload
    if (payload !== undefined) return [{ kind: 'input', toolCallId, toolName, payload }]
    if (!awaitsBrowser(call) || call.result !== undefined || call.check === 'running') return []
    const tool = tools.get(toolName)
    if (!tool || tool.isDisabled) return []
    if (tool.type === 'human') return [{ kind: 'input', toolCallId, toolName, payload: args }]
    const isAsked = tool.type === 'run' && asksPerson(call.part, tool)
    return isAsked ? [{ kind: 'approval', toolCallId, toolName, payload: args }] : []
  })
}

/** True if the requests look the same. */
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

/** Folds keep unchanged objects. All empty objects are equal. */
function isSamePayload(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true
  return isEmpty(before) && isEmpty(after)
}

const isEmpty = (value: unknown): boolean => isPlainObject(value) && Object.keys(value).length === 0

/** Calls in the answers of one thread. */
export function createBook() {
  const messages = new Map<string, TrackedMessage>()
  return {
    messages,
    of({ id }: Message): TrackedMessage {
      const message = messages.get(id) ?? createTrackedMessage(id)
      messages.set(id, message)
      return message
    },
    calls: () => [...messages.values()].flatMap(({ calls }) => [...calls.values()]),
    /** Finds the newest unfinished call with that id: providers reuse ids in other answers. */
    find(toolCallId: string): [messageId: string, call: TrackedCall] | undefined {
      for (const [id, { calls }] of [...messages].toReversed()) {
        const call = calls.get(toolCallId)
        if (call && !call.isFinished) return [id, call]
      }
      return undefined
    },
  }
}
