import { isPlainObject } from '../../../../shared/json.ts'
import type { JsonValue } from '../../../../shared/json.ts'
import { flattenFields, type ToolField } from './list-tool-fields.ts'

/** What a tool asks, as far as its payload says it in a form that can be shown as a question. */
export interface HumanQuestion {
  readonly message: string
  /** Answers to choose from; none: whatever is typed. */
  readonly choices: readonly string[]
  readonly placeholder: string
  /** A payload of no known form, by names and values. */
  readonly fields: readonly ToolField[]
}

/**
 * Reads a question: a sentence, `{ message?, choices?, placeholder? }` or `{ question?, options? }`,
 * which may be mixed.
 */
export function readHumanPayload(payload: JsonValue): HumanQuestion {
  const nothing = { message: '', choices: [], placeholder: '', fields: [] }
  if (typeof payload === 'string') return { ...nothing, message: payload }
  if (!isPlainObject(payload)) {
    const fields = flattenFields(payload)
    const [first] = fields
    // Values without names are a sentence.
    return first?.name === '' ? { ...nothing, message: first.text } : { ...nothing, fields }
  }
  const message = [payload['message'], payload['question']].find(isText) ?? ''
  const placeholder = [payload['placeholder']].find(isText) ?? ''
  const choices = [payload['choices'], payload['options']].map(readChoices).find(isFilled) ?? []
  const isKnown = message !== '' || placeholder !== '' || isFilled(choices)
  return { message, choices, placeholder, fields: isKnown ? [] : flattenFields(payload) }
}

const isText = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value.trim() !== ''

const isFilled = (choices: readonly string[]): boolean => choices.length > 0

/** Each once, in order; what is neither words nor a number can be no button. */
function readChoices(given: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(given)) return []
  const texts = given.map((choice) => (typeof choice === 'number' ? String(choice) : choice))
  return [...new Set(texts.filter(isText))]
}
