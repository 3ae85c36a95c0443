import type { FileOwner } from '../files/files.ts'
import type { Reserved } from '../limits/budgets.ts'
import type { Assistant } from '../models/model.ts'
import { createPurse } from './create-purse.ts'
import type { RunsSettings, Started } from './run-parts.ts'
import type { AnswerOptions, RunReader } from './runs.ts'

/** A call's place among the answers that go on at once, and what it may cost. */
export interface RunSlot {
  /** The assistant of the call: its model is paid from what `take` reserves. */
  paying(assistantId: string, assistant: Assistant): Assistant
  /**
   * Takes the place and reserves the cost, unless the call has both already.
   *
   * @throws whatever `hold` and `reserve` throw.
   */
  take(): Promise<void>
  /** Gives the place back and counts what the answer cost, if the call has them. */
  release(): Promise<void>
}

export interface Slots {
  /** Starts a call, and gives back what it held when its run has ended, or when it started none. */
  run(
    caller: FileOwner,
    hold: AnswerOptions['hold'],
    start: (slot: RunSlot) => Promise<Started>,
  ): Promise<RunReader>
  /** Ends when the costs are counted of all answers that have ended. */
  counted(): Promise<void>
}

export function createSlots({
  budgets,
  onError,
}: Pick<RunsSettings, 'budgets' | 'onError'>): Slots {
  /** Costs that are being written. */
  const counting = new Set<Promise<void>>()

  function release(slot: RunSlot) {
    const counted = slot
      .release()
      .catch(onError)
      .finally(() => counting.delete(counted))
    counting.add(counted)
  }

  return {
    async run(caller, hold, start) {
      const slot = createRunSlot(hold, (assistantId, calls) =>
        budgets.reserveAnswer(caller, assistantId, calls),
      )
      try {
        const { reader, ended } = await start(slot)
        if (ended) void ended.then(() => release(slot))
        else release(slot)
        return reader
      } catch (error) {
        release(slot)
        throw error
      }
    },
    async counted() {
      await Promise.all(counting)
    },
  }
}

function createRunSlot(
  hold: AnswerOptions['hold'],
  reserve: (assistantId: string, calls: number) => Promise<Reserved>,
): RunSlot {
  const purse = createPurse()
  let giveBack: (() => void) | undefined
  let reserved: Reserved | undefined
  let payer = { assistantId: '', calls: 1 }
  return {
    paying(assistantId, assistant) {
      // Without tools of this server, an answer is one call: a page's result comes with another one.
      payer = { assistantId, calls: assistant.tools.length === 0 ? 1 : assistant.maxSteps }
      return { ...assistant, model: purse.paying(assistant.model) }
    },
    async take() {
      giveBack ??= await hold?.()
      reserved ??= await reserve(payer.assistantId, payer.calls)
      purse.fund(reserved)
    },
    async release() {
      const held = giveBack
      giveBack = undefined
      held?.()
      await purse.close()
    },
  }
}
