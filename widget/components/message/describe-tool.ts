import type { ToolCallPart } from '../../../shared/thread/message.ts'

/** How a tool call looks: icon and sentence. */
export type ToolLook = 'waiting' | 'running' | 'done' | 'failed' | 'ended' | 'asking' | 'denied'

/** `isRunning`: the message that holds the call still grows. */
export function describeTool(part: ToolCallPart, isRunning: boolean): ToolLook {
  switch (part.state) {
    case 'input-streaming':
      return isRunning ? 'waiting' : 'ended'
    case 'input-available':
      return isRunning ? 'running' : 'ended'
    case 'approval-requested':
      return 'asking'
    case 'approval-responded':
      return 'running'
    case 'output-denied':
      return 'denied'
    case 'output-available':
      return part.isError === true ? 'failed' : 'done'
    case 'output-error':
      return 'failed'
    default:
      return part.state satisfies never
  }
}
