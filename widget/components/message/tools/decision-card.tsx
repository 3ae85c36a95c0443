import { createContext, use, useId } from 'react'
import type { ReactNode } from 'react'
import { useFocusHandover } from '../../../ui/use-focus-handover.ts'
import { useArmed } from './use-armed.ts'
import type { Arming } from './use-armed.ts'

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
  isDisabled: boolean
  onClick: () => void
}

/** Stays in the Tab order when it was pressed: a button that leaves takes the focus with it. */
export function DecisionButton({ children, isMain, isDisabled, onClick }: DecisionButtonProps) {
  const { isArmed, isMeant } = use(ArmingContext)
  return (
    <button
      type="button"
      className="decision-button"
      data-main={isMain}
      aria-disabled={isDisabled || !isArmed}
      onClick={(event) => {
        if (!isDisabled && isMeant(event)) onClick()
      }}
    >
      {children}
    </button>
  )
}
