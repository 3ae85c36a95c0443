import type { ComponentType } from 'react'
import type { SendFailureProps } from './send-failure.tsx'

/** Fetches what helps a message that was not sent. */
export async function loadSendFailure(): Promise<{ default: ComponentType<SendFailureProps> }> {
  try {
    const { SendFailure } = await import('./send-failure.tsx')
    return { default: SendFailure }
  } catch {
    return { default: () => null }
  }
}
