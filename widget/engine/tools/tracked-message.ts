import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { createTrackedCall, isActive, isOpenPart, type TrackedCall } from './tracked-call.ts'

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

export function createTrackedMessage(): TrackedMessage {
  const calls = new Map<string, TrackedCall>()
  let waiters: (() => void)[] = []

  function finish(call: TrackedCall) {
    call.isFinished = true
    call.execution?.abort(ERROR_TEXTS.toolAborted)
    call.execution = undefined
    call.decision = undefined
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
        const call = calls.get(part.toolCallId) ?? createTrackedCall(part, message.isLive)
        calls.set(part.toolCallId, call)
        call.part = part
        if (isOpenPart(part) && (goesOn || part.interrupt)) call.isFinished = false
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
