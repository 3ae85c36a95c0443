import { isPlainObject } from '../../../../shared/json.ts'
import type { JsonValue } from '../../../../shared/json.ts'

/** What a tool asks, as far as its payload says it in a form that can be shown as a question. */
export interface HumanQuestion {
  readonly message: string
  /** Answers to choose from; none: whatever is typed. */
  readonly choices: readonly string[]
  readonly placeholder: string
  /** A payload of no known form, shown as it is. */
  readonly rest: JsonValue | undefined
}

/** Reads a question: a sentence, or `{ message?, choices?, placeholder? }`. */
export function readHumanPayload(payload: JsonValue): HumanQuestion {
  const nothing = { message: '', choices: [], placeholder: '', rest: undefined }
  if (typeof payload === 'string') return { ...nothing, message: payload }
  if (!isPlainObject(payload)) return { ...nothing, rest: payload }
  const { message, choices, placeholder } = payload
  const isKnown = [message, choices, placeholder].some((field) => field !== undefined)
  return {
    message: typeof message === 'string' ? message : '',
    choices: Array.isArray(choices)
      ? [...new Set(choices.filter((choice) => typeof choice === 'string' && choice !== ''))]
      : [],
    placeholder: typeof placeholder === 'string' ? placeholder : '',
    rest: isKnown ? undefined : payload,
  }
}
