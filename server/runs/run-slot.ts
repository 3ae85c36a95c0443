import type { Started } from './run-parts.ts'
import type { AnswerOptions, RunReader } from './runs.ts'

/** A call's place among the answers that go on at once. */
export interface RunSlot {
  /**
   * Takes it, unless the call has it already.
   *
   * @throws whatever `hold` throws.
   */
  take(): Promise<void>
  /** Gives it back, if the call has it. */
  release(): void
}

/** Starts a call, and gives back what it held when its run has ended, or when it started none. */
export async function withSlot(
  hold: AnswerOptions['hold'],
  start: (slot: RunSlot) => Promise<Started>,
): Promise<RunReader> {
  const slot = createRunSlot(hold)
  try {
    const { reader, ended } = await start(slot)
    if (ended) void ended.then(slot.release)
    else slot.release()
    return reader
  } catch (error) {
    slot.release()
    throw error
  }
}

function createRunSlot(hold: AnswerOptions['hold']): RunSlot {
  let giveBack: (() => void) | undefined
  return {
    async take() {
      giveBack ??= await hold?.()
    },
    release() {
      const held = giveBack
      giveBack = undefined
      held?.()
    },
  }
}
