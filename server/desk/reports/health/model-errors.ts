import type { Health } from '../../../../shared/desk/reports.ts'
import type { ModelLogEntry } from '../../../models/model-log.ts'

/** Different errors that a server remembers. */
export const MODEL_ERRORS_MAX = 50

type ModelError = Health['modelErrors'][number]

/** The last different errors of models and tools on this server. */
export interface ModelErrors {
  note(entry: ModelLogEntry): void
  /** Newest first. */
  list(): readonly ModelError[]
}

/** @param now milliseconds since 1970. */
export function createModelErrors(now: () => number): ModelErrors {
  /** The last one is the newest. */
  const errors = new Map<string, ModelError>()
  return {
    note(entry) {
      if (entry.event === 'model_warning') return
      const { model } = entry
      const words = describe(entry)
      const key = JSON.stringify([model, words])
      const count = (errors.get(key)?.count ?? 0) + 1
      errors.delete(key)
      errors.set(key, { at: new Date(now()).toISOString(), model, words, count })
      const [oldest] = errors.keys()
      if (errors.size > MODEL_ERRORS_MAX && oldest !== undefined) errors.delete(oldest)
    },
    list: () => [...errors.values()].toReversed(),
  }
}

/** In the operator's words: without keys, and without texts of people or models. */
function describe({ detail, status, address, fallback, remedy }: ModelLogEntry): string {
  const place = address === undefined ? '' : ` (${address})`
  const code = status === undefined ? '' : `${status}: `
  const instead = fallback === undefined ? '' : ` Asked instead: ${fallback}.`
  return `${code}${detail}${place}${instead}${remedy === undefined ? '' : ` ${remedy}`}`
}
