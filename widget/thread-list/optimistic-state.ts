/** A value that shows changes before the server confirms them. */
export interface OptimisticState<State> {
  /** The confirmed value with all pending changes. */
  readonly value: State
  /** Changes the confirmed value. */
  change(apply: Apply<State>): void
  /** Takes over the result of a read. Pending changes stay on top of it. */
  read<Result>(execute: () => Promise<Result>, take: Take<State, Result>): Promise<Result>
  /**
   * Shows a change at once and confirms it when the call succeeds. After a failure, only this change is undone.
   * It may be applied again to a value that already contains it.
   */
  update<Result>(update: Update<State, Result>): Promise<Result>
}

type Apply<State> = (state: State) => State
type Take<State, Result> = (state: State, result: Result) => State

export interface Update<State, Result> {
  readonly execute: () => Promise<Result>
  readonly optimistic: Apply<State>
  /** Adds the response's data. */
  readonly after?: Take<State, Result>
}

interface Entry<State> {
  apply: Apply<State>
  isDone: boolean
  /** Reads that were pending at its end, and so may return an older value. */
  readonly outdated: Set<object>
}

/**
 * Changes are applied in the order of their calls, independent of the order of responses. A finished change stays
 * on top while an older one may be undone, or an older read may arrive.
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
