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
 * A question to the person, beside its call. The focus stays where it is; if a removed card had the focus, the
 * message gets it.
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
  /** Looks less prominent: it avoids an answer. */
  isQuiet?: boolean
  isDisabled: boolean
  onClick: () => void
}

/** Stays in the Tab order after a press: a disabled button would lose the focus. */
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

/** Time without an effect after which a decision counts as lost, and can be made again. */
export const DECISION_LOST_MS = 5000

export interface Decision {
  /** A person pressed a button; the card now only shows the question. */
  readonly isMade: boolean
  decide(answer: ToolAnswer): void
}

/** Ensures that a call is answered once. */
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
