import { Suspense } from 'react'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { isInterrupted } from './describe-tool.ts'
import type { HumanRequest } from './use-human-request.tsx'
import { usePageTool } from './use-tool-labels.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Lazy: most projects have no tools that ask.
const ApprovalCard = lazyPart(async () => (await import('./cards/approval-card.tsx')).ApprovalCard)
const InterruptCard = lazyPart(
  async () => (await import('./cards/interrupt-card.tsx')).InterruptCard,
)
// Loaded with the page's tools, the only ones that ask like this.
export const loadPageCards = () => import('./cards/page-cards.ts')
const HumanCard = lazyPart(async () => (await loadPageCards()).HumanCard)
const LeftCallCard = lazyPart(async () => (await loadPageCards()).LeftCallCard)
const PageApproval = lazyPart(async () => (await loadPageCards()).PageApproval)

export interface ToolDecisionProps {
  part: ToolCallPart
  /** True if the question is new, and is therefore announced. */
  isLive: boolean
  /** A page tool's call that a reload interrupted. */
  isLeft: boolean
  request: HumanRequest | null
}

/** Card for a call that waits for the person. */
export function ToolDecision({ part, isLive, isLeft, request }: ToolDecisionProps) {
  const { toolCallId, toolName, state, interrupt } = part
  const tool = usePageTool(toolName)

  if (interrupt !== undefined && isInterrupted(part)) {
    // The same call may be interrupted again for another reason.
    const key = `${interrupt.code} ${interrupt.userCode}`
    return (
      <Suspense key={key}>
        <InterruptCard part={part} interrupt={interrupt} isLive={isLive} />
      </Suspense>
    )
  }
  if (request?.kind === 'input') {
    // Each question of a call gets a separate card.
    return (
      <Suspense key={JSON.stringify(request.payload)}>
        <HumanCard request={request} isLive={isLive} />
      </Suspense>
    )
  }
  if (request !== null && (tool?.preview ?? tool?.onceKey) !== undefined) {
    return (
      <Suspense>
        <PageApproval request={request} tool={tool!} isLive={isLive} />
      </Suspense>
    )
  }
  if (request !== null || state === 'approval-requested') {
    const data = request?.payload ?? part.args
    // Before a page tool runs, the page asks by a request.
    return (
      <Suspense>
        <ApprovalCard {...{ toolCallId, toolName, data, isLive, isOfServer: request === null }} />
      </Suspense>
    )
  }
  if (!isLeft) return null
  return (
    <Suspense>
      <LeftCallCard part={part} />
    </Suspense>
  )
}
