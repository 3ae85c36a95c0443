import { Suspense } from 'react'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { isInterrupted } from './describe-tool.ts'
import type { HumanRequest } from './use-human-request.tsx'
import { usePageTool } from './use-tool-labels.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Most projects have nothing that asks so.
const ApprovalCard = lazyPart(async () => (await import('./cards/approval-card.tsx')).ApprovalCard)
const InterruptCard = lazyPart(
  async () => (await import('./cards/interrupt-card.tsx')).InterruptCard,
)
// They come with the page's tools, which alone ask so.
export const loadPageCards = () => import('./cards/page-cards.ts')
const HumanCard = lazyPart(async () => (await loadPageCards()).HumanCard)
const LeftCallCard = lazyPart(async () => (await loadPageCards()).LeftCallCard)
const PageApproval = lazyPart(async () => (await loadPageCards()).PageApproval)

export interface ToolDecisionProps {
  part: ToolCallPart
  /** Whether the question is news, and so is announced. */
  isLive: boolean
  /** A call of the page that a reload cut off. */
  isLeft: boolean
  request: HumanRequest | null
}

/** What a call that waits wants of the person. */
export function ToolDecision({ part, isLive, isLeft, request }: ToolDecisionProps) {
  const { toolCallId, toolName, state, interrupt } = part
  const tool = usePageTool(toolName)

  if (interrupt !== undefined && isInterrupted(part)) {
    // The same call may be interrupted again, for something else.
    const key = `${interrupt.code} ${interrupt.userCode}`
    return (
      <Suspense key={key}>
        <InterruptCard part={part} interrupt={interrupt} isLive={isLive} />
      </Suspense>
    )
  }
  if (request?.kind === 'input') {
    // Another question of the same call is a card of its own.
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
    // Before its own tools run, the page asks by a request.
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
