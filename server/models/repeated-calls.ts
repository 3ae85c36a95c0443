import { isPlainObject, isSameJson, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { isText } from './mend-event.ts'

interface Call {
  readonly id: string | undefined
  readonly index: JsonValue | undefined
  readonly name: string
  text: string
}

/**
 * Returns a check of the calls in one body of chat completions: true for a call that came before, with the same
 * name and arguments. Some servers repeat the whole message in their last event, and the package makes another call
 * of it.
 */
export function createRepeatedCalls(): (call: JsonObject) => boolean {
  const calls: Call[] = []

  return (call) => {
    const { id: said, index, function: made } = call
    const { name, arguments: args } = made as JsonObject
    const id = isText(said) ? said : undefined
    const text = typeof args === 'string' ? args : ''
    const known = calls.findLast((each) =>
      id !== undefined && each.id !== undefined ? each.id === id : each.index === index,
    )
    if (known && isText(name) && known.name === name && hasSameArguments(known.text, text)) {
      return true
    }
    const goesOn = known && (!isText(name) || (known.name === name && !parseObject(known.text)))
    if (goesOn) known.text += text
    else if (isText(name)) calls.push({ id, index, name, text })
    return false
  }
}

function hasSameArguments(one: string, other: string): boolean {
  const [known, said] = [parseObject(one), parseObject(other)]
  return known !== undefined && said !== undefined && isSameJson(known, said)
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}
