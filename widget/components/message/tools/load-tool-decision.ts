import type { ComponentType } from 'react'
import type { ToolDecisionProps } from './tool-decision.tsx'

/** Fetches the cards that ask a person, with the first call that waits for one. */
export async function loadToolDecision(): Promise<{ default: ComponentType<ToolDecisionProps> }> {
  try {
    const { ToolDecision } = await import('./tool-decision.tsx')
    return { default: ToolDecision }
  } catch {
    return { default: () => null }
  }
}
