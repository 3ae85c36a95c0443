import type { ComponentType } from 'react'

/** Fetches what serves all messages, after the first paint. Without it they only lack comforts. */
export async function loadMessageKeeper(): Promise<{ default: ComponentType }> {
  try {
    const { MessageKeeper } = await import('./message-keeper.tsx')
    return { default: MessageKeeper }
  } catch {
    return { default: () => null }
  }
}
