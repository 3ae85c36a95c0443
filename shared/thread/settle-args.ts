import { checkReadable } from '../argument-texts.ts'
import { isJsonValue, isSameJson, type JsonObject, type JsonValue } from '../json.ts'
import { wellFormedJson } from '../well-formed-json.ts'

/** The error of a call whose arguments came twice and differ. The model reads it. */
export const ARGUMENTS_DIFFER_TEXT =
  'The arguments of this call came twice, and differ: it was stopped.'

/** The state of a call's arguments. Only `whole` ones are shown for approval, run, stored and reported. */
export type SettledArgs =
  /** `argsText` is equal to `args`: as it streamed, or as `JSON.stringify` writes it. */
  | { readonly type: 'whole'; readonly args: JsonObject; readonly argsText: string }
  /** The rest has not arrived. */
  | { readonly type: 'open' }
  /** The call may not run; `args`: shown with its error. */
  | { readonly type: 'refused'; readonly args: JsonObject; readonly errorText: string }

/**
 * Decides a call's arguments; the only place that compares the streamed text with the whole value. The value
 * counts if the text is cut or malformed, the text if there is no value; the call is refused if both are
 * whole and differ. Spaces, the order of names, and spellings of numbers and characters make no difference.
 *
 * @param value `undefined`: none came, or not yet.
 */
export function settleArgs(text: string, value?: JsonValue): SettledArgs {
  const said = parse(text)
  const given = value === undefined ? said : value
  if (given === undefined) return { type: 'open' }
  const problem = checkReadable(given)
  const args = problem === undefined ? plainJson(given as JsonObject) : {}
  if (said !== undefined && !saysSame(said, given)) {
    return { type: 'refused', args, errorText: ARGUMENTS_DIFFER_TEXT }
  }
  if (problem !== undefined) return { type: 'refused', args, errorText: problem }
  const isKept = said !== undefined && isPlainText(text, said)
  return { type: 'whole', args, argsText: isKept ? text : JSON.stringify(args) }
}

const STRING_OR_SPACES = /("(?:[^"\\]|\\.)*")|\s+/g

/**
 * True if a text differs from `JSON.stringify` of its value in spaces only. Then all parsers read the same:
 * for a repeated name some take the first value, and for a long number some keep more digits.
 */
const isPlainText = (text: string, said: JsonValue): boolean =>
  isJsonValue(said) && text.replace(STRING_OR_SPACES, '$1') === JSON.stringify(plainJson(said))

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function saysSame(text: JsonValue, value: JsonValue): boolean {
  // A value that JSON cannot write cannot be compared. It is refused anyway.
  if (!isJsonValue(text) || !isJsonValue(value)) return isJsonValue(text) === isJsonValue(value)
  return isSameJson(plainJson(text), plainJson(value))
}

/**
 * The value in the form that all copies share: without lone surrogates, which providers refuse, and without
 * the name `__proto__`, which copying drops or obeys; -0 becomes 0.
 */
function plainJson<Value extends JsonValue>(value: Value): Value {
  const text = JSON.stringify(wellFormedJson(value))
  const reviver = text.includes('"__proto__"') ? dropPrototype : undefined
  return JSON.parse(text, reviver) as Value
}

const dropPrototype = (name: string, value: unknown): unknown =>
  name === '__proto__' ? undefined : value
