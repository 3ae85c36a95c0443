import { createContext, use, useEffect, useId, useState, type ReactNode } from 'react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ExtractAtomArgs } from 'jotai/vanilla'
import { isRunningAtom } from '../../../conversation/atoms/conversations.ts'
import { answerToolAtom } from '../../../conversation/atoms/tools.ts'
import { type Arming, useArmed } from '../../../ui/use-armed.tsx'
import { useFocusHandover } from '../../../ui/use-focus-handover.tsx'
import '../tool-decision.css'

const ArmingContext = createContext<Arming>({ isArmed: true, isMeant: () => true })

export interface DecisionCardProps {
  /** An icon. */
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  /** Buttons, in the order of Tab. */
  actions: ReactNode
}

/**
 * A question to the person, beside the call that asks it. The focus stays where it is; when the card
 * leaves with it, the message has it.
 */
export function DecisionCard({ icon, title, children, actions }: DecisionCardProps) {
  const titleId = useId()
  const card = useFocusHandover<HTMLDivElement>()
  const arming = useArmed(card)
  return (
    <ArmingContext value={arming}>
      <div ref={card} className="decision" role="group" aria-labelledby={titleId} data-ui>
        <p id={titleId} className="decision-title">
          {icon}
          {title}
        </p>
        {children}
        <div className="decision-actions">{actions}</div>
      </div>
    </ArmingContext>
  )
}

export interface DecisionButtonProps {
  children: ReactNode
  isMain?: boolean
  /** Looks like no answer: it is the way around one. */
  isQuiet?: boolean
  isDisabled: boolean
  onClick: () => void
}

/** Stays in the Tab order when it was pressed: a button that leaves takes the focus with it. */
export function DecisionButton({
  children,
  isMain,
  isQuiet,
  isDisabled,
  onClick,
}: DecisionButtonProps) {
  const { isArmed, isMeant } = use(ArmingContext)
  return (
    <button
      type="button"
      className="decision-button"
      data-main={isMain}
      data-quiet={isQuiet}
      aria-disabled={isDisabled || !isArmed}
      onClick={(event) => {
        if (!isDisabled && isMeant(event)) onClick()
      }}
    >
      {children}
    </button>
  )
}

type ToolAnswer = ExtractAtomArgs<typeof answerToolAtom>[1]

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
