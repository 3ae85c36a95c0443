import {
  isPlainObject,
  isSameJson,
  isText,
  type JsonObject,
  type JsonValue,
} from '../../shared/json.ts'

interface Call {
  readonly order: number
  readonly id: string | undefined
  readonly name: string
  readonly args: GrowingArguments
}

/**
 * Returns a check of the calls in one body of chat completions: true for a call that came before, with the same
 * name and arguments. Some servers repeat the whole message in their last event, and the package makes another call
 * of it.
 */
export function createRepeatedCalls(): (call: JsonObject) => boolean {
  const byId = new Map<string, Call>()
  /** The last call with each index, and the last of those that have no id. */
  const byIndex = new Map<JsonValue | undefined, Call>()
  const withoutId = new Map<JsonValue | undefined, Call>()
  let count = 0

  function find(id: string | undefined, index: JsonValue | undefined): Call | undefined {
    if (id === undefined) return byIndex.get(index)
    const [named, unnamed] = [byId.get(id), withoutId.get(index)]
    return named && unnamed && named.order < unnamed.order ? unnamed : (named ?? unnamed)
  }

  function keep(call: Call, index: JsonValue | undefined): void {
    byIndex.set(index, call)
    if (call.id === undefined) withoutId.set(index, call)
    else byId.set(call.id, call)
  }

  return (call) => {
    const { id: said, index, function: made } = call
    const { name, arguments: args } = made as JsonObject
    const id = isText(said) ? said : undefined
    const text = typeof args === 'string' ? args : ''
    const known = find(id, index)
    const isSameName = known && isText(name) && known.name === name
    if (isSameName && isSameObject(known.args.read(), text)) return true
    if (known && (!isText(name) || (isSameName && !known.args.read()))) known.args.add(text)
    else if (isText(name)) {
      count += 1
      keep({ order: count, id, name, args: createGrowingArguments(text) }, index)
    }
    return false
  }
}

/** Arguments that come in pieces. */
interface GrowingArguments {
  add(piece: string): void
  /** The object, once it is whole. */
  read(): JsonObject | undefined
}

/** Parses the text at its end alone: some servers repeat the name with each of thousands of pieces. */
function createGrowingArguments(start: string): GrowingArguments {
  const pieces: string[] = []
  let depth = 0
  let isInString = false
  let isEscaped = false
  let object: JsonObject | undefined

  function add(piece: string): void {
    pieces.push(piece)
    object = undefined
    for (const character of piece) {
      if (isEscaped) isEscaped = false
      else if (isInString && character === '\\') isEscaped = true
      else if (character === '"') isInString = !isInString
      else if (isInString) continue
      else if (character === '{' || character === '[') depth += 1
      else if (character === '}' || character === ']') depth -= 1
    }
    const mayEnd = depth === 0 && !isInString && piece.trimEnd().endsWith('}')
    if (mayEnd) object = parseObject(pieces.join(''))
  }

  add(start)
  return { add, read: () => object }
}

const isSameObject = (known: JsonObject | undefined, text: string): boolean => {
  const said = known && parseObject(text)
  return said !== undefined && isSameJson(known!, said)
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}
