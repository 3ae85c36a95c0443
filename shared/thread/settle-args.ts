import { checkReadable } from '../argument-texts.ts'
import { isJsonValue, isSameJson, type JsonObject, type JsonValue } from '../json.ts'
import { wellFormedJson } from '../well-formed-json.ts'

/** The error of a call whose arguments came twice and differ. The model reads it. */
export const ARGUMENTS_DIFFER_TEXT =
  'The arguments of this call came twice, and differ: it was stopped.'

/** The state of a call's arguments. Only `whole` ones are asked about, run, kept and told. */
export type SettledArgs =
  /** `argsText` says the same as `args`: as it streamed, or as `JSON.stringify` writes it. */
  | { readonly type: 'whole'; readonly args: JsonObject; readonly argsText: string }
  /** The rest is still to come. */
  | { readonly type: 'open' }
  /** The call may not run; `args`: shown with its error. */
  | { readonly type: 'refused'; readonly args: JsonObject; readonly errorText: string }

/**
 * Decides what a call is made with: the one place that compares the text that streamed with the value
 * that came whole. The value counts where the text is cut short or no JSON, the text where there is no
 * value; two that are whole and differ refuse the call. Spaces, the order of names, and ways to write a
 * number or a character make no difference.
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
 * Whether a text is as `JSON.stringify` writes its value, but for spaces. Every reader finds the same in it:
 * of a name that stands twice others may take the first, and of a long number more digits.
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
  // A value that JSON cannot write again has no form to compare. It is refused anyway.
  if (!isJsonValue(text) || !isJsonValue(value)) return isJsonValue(text) === isJsonValue(value)
  return isSameJson(plainJson(text), plainJson(value))
}

/**
 * The value as everybody has it who gets a copy: no half of a character, which providers refuse, and no
 * name `__proto__`, which copying drops or obeys; -0 is 0.
 */
function plainJson<Value extends JsonValue>(value: Value): Value {
  const text = JSON.stringify(wellFormedJson(value))
  const reviver = text.includes('"__proto__"') ? dropPrototype : undefined
  return JSON.parse(text, reviver) as Value
}

const dropPrototype = (name: string, value: unknown): unknown =>
  name === '__proto__' ? undefined : value
