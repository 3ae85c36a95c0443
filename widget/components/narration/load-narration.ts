import type { ComponentType } from 'react'

/** Fetches the narration after the first paint: nothing is to be told before the first run. */
export async function loadNarration(): Promise<{ default: ComponentType }> {
  try {
    const { Narration } = await import('./narration.tsx')
    return { default: Narration }
  } catch {
    // Without a connection the chat still works, only silently.
    return { default: () => null }
  }
}
