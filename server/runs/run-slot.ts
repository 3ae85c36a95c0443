import type { FileOwner } from '../files/files.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Budgets, Reserved } from '../limits/budgets.ts'
import type { Assistant, Assistants } from '../models/model.ts'
import { createPurse } from './create-purse.ts'
import type { RunReader } from './run-events.ts'

export interface AnswerOptions {
  /** The project's base as the caller wrote it, for the URLs of files. */
  readonly base: string
  /**
   * Asked at most once for each call: when a run is about to start, before anything of it is saved.
   * What it gives is called exactly once, when that run has ended or could not start; its refusal is
   * the call's. A call that joins a running answer, gets a stored one or was stopped asks for nothing.
   */
  readonly hold?: () => Promise<() => void>
  /** Where the caller is, as `hold` counts it. */
  readonly address?: string
}

/** A call's place among the answers that go on at once, and what it may cost. */
export interface RunSlot {
  /**
   * The assistant of the call: its model is paid from what `take` reserves.
   *
   * @throws AlcoveError `not_found`.
   */
  assistant(assistantId: string): Promise<Assistant>
  /**
   * Takes the place and reserves the cost, unless the call has both already.
   *
   * @param promptTokens of what the model will be told, as far as the call says it.
   * @throws whatever `hold` and `reserve` throw.
   */
  take(promptTokens: number): Promise<void>
  /** Gives the place back and counts what the answer cost, if the call has them. */
  release(): Promise<void>
}

/** What a call led to. */
export interface Started {
  readonly reader: RunReader
  /** Settles when the run that the call started has ended; absent when it started none. */
  readonly ended?: Promise<void>
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

export interface SlotsParts {
  readonly assistants: Assistants
  readonly budgets: Pick<Budgets, 'reserveAnswer'>
  readonly onError: (error: unknown) => void
}

export function createSlots({ assistants, budgets, onError }: SlotsParts): Slots {
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
      const slot = createRunSlot(caller, hold, assistants, budgets)
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
  caller: FileOwner,
  hold: AnswerOptions['hold'],
  assistants: Assistants,
  budgets: SlotsParts['budgets'],
): RunSlot {
  const purse = createPurse()
  let giveBack: (() => void) | undefined
  let reserved: Reserved | undefined
  let payer = { assistantId: '', calls: 1 }
  return {
    async assistant(assistantId) {
      const found = await assistants.find(caller.projectId, assistantId)
      if (!found) throw new AlcoveError('not_found', 'Assistant not found')
      // Without tools of this server, an answer is one call: a page's result comes with another one.
      payer = { assistantId, calls: found.tools.length === 0 ? 1 : found.maxSteps }
      return { ...found, model: purse.paying(found.model) }
    },
    async take(promptTokens) {
      giveBack ??= await hold?.()
      reserved ??= await budgets.reserveAnswer(caller, payer.assistantId, payer.calls, promptTokens)
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
