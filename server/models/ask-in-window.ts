import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { ContextWindow } from './context-window.ts'
import { describeFailure } from './provider-failure.ts'

/** Further calls with a shorter prompt, after a provider refused it as too long. */
export const SHORTENINGS_MAX = 4

/** The model's memory now begins later than the conversation. */
export interface MemoryPart {
  readonly type: 'memory-begins'
  /** Number of the oldest questions that are left out. */
  readonly forgotten: number
}

export interface WindowedCall<Part> {
  readonly prompt: LanguageModelV4Prompt
  readonly window: ContextWindow
  readonly ask: (prompt: LanguageModelV4Prompt) => AsyncIterable<Part>
  /** Called when the provider refused a prompt that seemed to fit. */
  readonly onRefused: () => void
}

/**
 * Makes a model call with as much of the prompt as its window holds. If the provider refuses it all the same,
 * before it says anything, the prompt is shortened and the call repeated.
 *
 * @throws the error of the last call.
 */
export async function* askInWindow<Part>({
  prompt,
  window,
  ask,
  onRefused,
}: WindowedCall<Part>): AsyncGenerator<Part | MemoryPart, void, undefined> {
  for (let shortenings = 0; ; shortenings += 1) {
    const fitted = window.fit(prompt)
    let hasSaid = false
    try {
      for await (const part of ask(fitted.prompt)) {
        if (!hasSaid && fitted.forgotten > 0) {
          yield { type: 'memory-begins', forgotten: fitted.forgotten }
        }
        hasSaid = true
        yield part
      }
      return
    } catch (error) {
      const isTooLong = !hasSaid && describeFailure(error, String).kind === 'too-long'
      if (!isTooLong || shortenings === SHORTENINGS_MAX || !window.shrink(fitted.prompt)) {
        throw error
      }
      onRefused()
    }
  }
}
