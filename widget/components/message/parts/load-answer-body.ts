import type { ComponentType } from 'react'
import type { AnswerBodyProps } from './answer-body.tsx'
import { PlainBody } from './plain-body.tsx'

/**
 * Fetches what draws answers, after the first paint: nothing there needs it. When it cannot be had,
 * the words stand alone.
 */
export async function loadAnswerBody(): Promise<{ default: ComponentType<AnswerBodyProps> }> {
  try {
    const { AnswerBody } = await import('./answer-body.tsx')
    return { default: AnswerBody }
  } catch {
    return { default: PlainBody }
  }
}
