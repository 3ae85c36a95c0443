import { namesOfTools } from './create-ask.ts'
import type { FileOwner } from '../files/files.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Budgets, Reserved } from '../limits/budgets.ts'
import type { Assistant, Assistants, Model } from '../models/model.ts'
import { createCallBudget } from './create-call-budget.ts'
import type { RunReader } from './run-events.ts'

export interface AnswerOptions {
  /** The project's base as the caller wrote it, for the URLs of files. */
  readonly base: string
  /** True if others than the operator may read the answer. Default false. */
  readonly isPublic?: boolean | undefined
  /**
   * Called at most once for each call: when a run is about to start, before anything is saved. The returned
   * function is called exactly once, when that run has ended or could not start; an error is the call's. Not
   * called for a call that joins a running answer, gets a stored one or was stopped.
   */
  readonly hold?: () => Promise<() => void>
  /** The caller's place, as `hold` counts it. */
  readonly address?: string
}

/** A call's place among concurrent answers, and its reserved cost. */
export interface RunSlot {
  /**
   * Returns the assistant of the call, whose model is paid from the amount that `take` reserves.
   *
   * @throws AlcoveError `not_found`.
   */
  assistant(assistantId: string): Promise<Assistant>
  /**
   * Takes the place and reserves the cost, unless the call has both already.
   *
   * @param promptTokens estimate for the part of the prompt that the call contains.
   * @throws the errors of `hold` and `reserve`.
   */
  take(promptTokens: number): Promise<void>
  /** Releases the place and counts the answer's cost, if the call has them. */
  release(): Promise<void>
}

/** The result of a call. */
export interface Started {
  readonly reader: RunReader
  /** Resolves when the run that the call started has ended; absent if it started none. */
  readonly ended?: Promise<void>
}

/** The part of a call's options that its place and its model need. */
export interface SlotOptions extends Pick<AnswerOptions, 'isPublic'> {
  readonly hold?: AnswerOptions['hold'] | undefined
  /** Assistants and budgets in place of those of people: for previews of a draft. */
  readonly instead?: Pick<SlotsParts, 'assistants' | 'budgets'> | undefined
}

export interface Slots {
  /** Starts a call, and releases its place when its run has ended, or when it started none. */
  run(
    caller: FileOwner,
    options: SlotOptions,
    start: (slot: RunSlot) => Promise<Started>,
  ): Promise<RunReader>
  /** Resolves when the costs of all ended answers are counted. */
  counted(): Promise<void>
}

export interface SlotsParts {
  readonly assistants: Assistants
  readonly budgets: Pick<Budgets, 'reserveAnswer'>
  readonly onError: (error: unknown) => void
}

export function createSlots({ assistants, budgets, onError }: SlotsParts): Slots {
  /** Pending writes of costs. */
  const counting = new Set<Promise<void>>()

  function release(slot: RunSlot) {
    const counted = slot
      .release()
      .catch(onError)
      .finally(() => counting.delete(counted))
    counting.add(counted)
  }

  return {
    async run(caller, options, start) {
      const slot = createRunSlot(caller, options, options.instead ?? { assistants, budgets })
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
  { hold, isPublic = false }: SlotOptions,
  { assistants, budgets }: Pick<SlotsParts, 'assistants' | 'budgets'>,
): RunSlot {
  const callBudget = createCallBudget()
  let giveBack: (() => void) | undefined
  let reserved: Reserved | undefined
  let payer = { assistantId: '', calls: 1 }
  return {
    async assistant(assistantId) {
      const found = await assistants.find(caller.projectId, assistantId)
      if (!found) throw new AlcoveError('not_found', 'Assistant not found')
      // Without tools of this server an answer is one model call: the result of a page's tool comes with
      // another.
      payer = { assistantId, calls: namesOfTools(found).size === 0 ? 1 : found.maxSteps }
      return { ...found, model: callBudget.paying(forReaders(found.model, isPublic)) }
    },
    async take(promptTokens) {
      giveBack ??= await hold?.()
      reserved ??= await budgets.reserveAnswer(caller, payer.assistantId, payer.calls, promptTokens)
      callBudget.fund(reserved)
    },
    async release() {
      const held = giveBack
      giveBack = undefined
      held?.()
      await callBudget.close()
    },
  }
}

/** The model with requests that say who reads the answers. */
const forReaders = (model: Model, isPublic: boolean): Model => ({
  name: model.name,
  stream: (request, signal) => model.stream({ ...request, isPublic }, signal),
})
