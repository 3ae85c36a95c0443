import { useAtomValue } from 'jotai/react'
import type { ToolCallPart } from '../../../../shared/thread/message.ts'
import { isRunningAtom } from '../../../state/thread.ts'
import type { AnswerState } from '../parts/answer-state.ts'

/** Whether a call of the page was cut off by a reload. One that this page runs asks by itself. */
export function useIsLeft({ state }: ToolCallPart, { isWaiting, isLive }: AnswerState): boolean {
  const isRunning = useAtomValue(isRunningAtom)
  return isWaiting && !isLive && !isRunning && state === 'input-available'
}
