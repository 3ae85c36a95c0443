import type { ComponentType } from 'react'
import type { MessageActionsProps } from './message-actions.tsx'

/** Fetches the actions of messages, once and for all of them, after the first paint. */
export async function loadMessageActions(): Promise<{
  default: ComponentType<MessageActionsProps>
}> {
  try {
    const { MessageActions } = await import('./message-actions.tsx')
    return { default: MessageActions }
  } catch {
    return { default: () => null }
  }
}
