/** A value that shows what was asked for before it is so. */
export interface OptimisticState<State> {
  /** What is so, with every change that was asked for on top of it. */
  readonly value: State
  /** Changes what is so. */
  change(apply: Apply<State>): void
  /** Takes over what a call reads. Changes that were under way meanwhile stay on top of it. */
  read<Result>(execute: () => Promise<Result>, take: Take<State, Result>): Promise<Result>
  /**
   * Shows a change at once, and makes it so when the call succeeds; when it fails, the change alone
   * is taken back. May be applied again to a value that has it already.
   */
  update<Result>(update: Update<State, Result>): Promise<Result>
}

type Apply<State> = (state: State) => State
type Take<State, Result> = (state: State, result: Result) => State

export interface Update<State, Result> {
  readonly execute: () => Promise<Result>
  readonly optimistic: Apply<State>
  /** What the answer adds. */
  readonly after?: Take<State, Result>
}

interface Entry<State> {
  apply: Apply<State>
  isDone: boolean
  /** Reads that were under way before it was done: they may bring the value from before it. */
  readonly outdated: Set<object>
}

/**
 * Changes are applied in the order of their calls, whichever call is done first. One that is done
 * stays on top as long as an older one may be taken back, or a read from before it may come.
 */
export function createOptimisticState<State>(
  initial: State,
  onChange: () => void,
): OptimisticState<State> {
  let base = initial
  let value = initial
  let entries: Entry<State>[] = []
  const reads = new Set<object>()

  function publish() {
    while (entries[0]?.isDone && entries[0].outdated.size === 0) {
      base = entries[0].apply(base)
      entries = entries.slice(1)
    }
    value = entries.reduce((state, { apply }) => apply(state), base)
    onChange()
  }

  return {
    get value() {
      return value
    },
    change(apply) {
      base = apply(base)
      publish()
    },
    async read(execute, take) {
      const read = {}
      reads.add(read)
      try {
        const result = await execute()
        base = take(base, result)
        return result
      } finally {
        reads.delete(read)
        for (const { outdated } of entries) outdated.delete(read)
        publish()
      }
    },
    async update({ execute, optimistic, after = (state) => state }) {
      const entry: Entry<State> = { apply: optimistic, isDone: false, outdated: new Set() }
      entries = [...entries, entry]
      publish()
      try {
        const result = await execute()
        entry.apply = (state) => after(optimistic(state), result)
        entry.isDone = true
        for (const read of reads) entry.outdated.add(read)
        return result
      } catch (error) {
        entries = entries.filter((other) => other !== entry)
        throw error
      } finally {
        publish()
      }
    },
  }
}
