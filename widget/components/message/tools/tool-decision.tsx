import type { ToolCallPart } from '../../../../shared/thread/message.ts'
import { ApprovalCard } from './approval-card.tsx'
import { isInterrupted } from './describe-tool.ts'
import { HumanCard } from './human-card.tsx'
import { InterruptCard } from './interrupt-card.tsx'
import { LeftCallCard } from './left-call-card.tsx'
import type { HumanRequest } from './use-human-request.ts'
import './tool-decision.css'

export interface ToolDecisionProps {
  part: ToolCallPart
  /** Whether the question is news, and so is announced. */
  isLive: boolean
  /** See `useIsLeft`. */
  isLeft: boolean
  request: HumanRequest | null
}

/** What a call that waits wants of the person. */
export function ToolDecision({ part, isLive, isLeft, request }: ToolDecisionProps) {
  const { toolCallId, toolName, state, interrupt } = part

  if (interrupt !== undefined && isInterrupted(part)) {
    // The same call may be interrupted again, for something else.
    const key = `${interrupt.code} ${interrupt.userCode}`
    return <InterruptCard key={key} part={part} interrupt={interrupt} isLive={isLive} />
  }
  if (request?.kind === 'input') {
    // Another question of the same call is a card of its own.
    return <HumanCard key={JSON.stringify(request.payload)} request={request} isLive={isLive} />
  }
  if (request !== null || state === 'approval-requested') {
    const data = request?.payload ?? part.args
    return <ApprovalCard {...{ toolCallId, toolName, data, isLive }} />
  }
  return isLeft ? <LeftCallCard part={part} /> : null
}
