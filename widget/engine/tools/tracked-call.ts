import type { ToolCallPart } from '../../../shared/thread/message.ts'
import type { Execution } from './start-execution.ts'
import type { Decision } from './tool-outcome.ts'

/** A call of an answer, and what this browser did about it. */
export interface TrackedCall {
  /** As the newest fold has it. */
  part: ToolCallPart
  /** It came by a stream that this browser read; others are run only when a person says so. */
  readonly isLive: boolean
  /** The answer has its result, or will never have one. */
  isFinished: boolean
  /** While its tool runs. */
  execution: Execution | undefined
  decision: Decision | undefined
  /** The decision was told; the server's answer is awaited. */
  isTold: boolean
  /** What its tool gave: it never runs twice, also when the server was not reached. */
  result: Decision | undefined
}

export function createTrackedCall(part: ToolCallPart, isLive: boolean): TrackedCall {
  return {
    part,
    isLive,
    isFinished: false,
    execution: undefined,
    decision: undefined,
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
