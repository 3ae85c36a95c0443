/** One thing that the demo model can tell about Alcove. */
export interface GuideTopic {
  readonly id: string
  readonly title: string
  /** A question that leads here, offered when nothing else fits. */
  readonly example: string
  /** Beginnings of words; a question with more of them fits better. */
  readonly words: readonly string[]
  /** Markdown. */
  readonly text: string
}

/** Markdown from its lines, so that code fences need no escaping. */
export const markdown = (...lines: readonly string[]): string => lines.join('\n')
