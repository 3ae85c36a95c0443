import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ExtractAtomArgs } from 'jotai/vanilla'
import { useEffect, useState } from 'react'
import { isRunningAtom } from '../../../state/thread.ts'
import { answerToolAtom } from '../../../state/tools.ts'

export type ToolAnswer = ExtractAtomArgs<typeof answerToolAtom>[1]

/** A decision that had no effect by then was lost on its way, and can be made again. */
export const DECISION_LOST_MS = 5000

export interface Decision {
  /** Somebody pressed; the card only shows what was asked. */
  readonly isMade: boolean
  decide(answer: ToolAnswer): void
}

/** Lets a call be answered once. */
export function useDecision(toolCallId: string): Decision {
  const answerTool = useSetAtom(answerToolAtom)
  const isRunning = useAtomValue(isRunningAtom)
  const [isMade, setIsMade] = useState(false)

  useEffect(() => {
    if (!isMade || isRunning) return
    const timer = setTimeout(() => setIsMade(false), DECISION_LOST_MS)
    return () => clearTimeout(timer)
  }, [isMade, isRunning])

  return {
    isMade,
    decide(answer) {
      if (isMade) return
      setIsMade(true)
      answerTool(toolCallId, answer)
    },
  }
}
