/** Names of tool calls, each given once in an answer. */
export interface CallIds {
  /** Ids count anew from here. */
  startStep(): void
  /** Ours, for the provider's id of the running step. */
  of(providerId: string): string
}

/**
 * Some servers number the calls of each model call anew. Two calls of one name in one answer would be
 * one to every reader, and the second one's result would replace the first one's.
 *
 * @param taken ids of the calls that the answer has already, when it goes on.
 */
export function createCallIds(taken: Iterable<string> = []): CallIds {
  const given = new Set(taken)
  let step = 0
  let ofStep = new Map<string, string>()

  return {
    startStep() {
      step += 1
      ofStep = new Map()
    },
    of(providerId) {
      const known = ofStep.get(providerId)
      if (known !== undefined) return known
      let id = providerId
      for (let suffix = step; given.has(id); suffix++) id = `${providerId}-${suffix}`
      given.add(id)
      ofStep.set(providerId, id)
      return id
    },
  }
}
