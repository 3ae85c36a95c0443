import { isPlainObject, type JsonValue } from '../../shared/json.ts'
import type { Steps } from './in-turns.ts'

/** Values in one step of writing. */
export const VALUES_PER_STEP = 2_000

/** Writes as `JSON.stringify` does, for parsed JSON, in short steps. */
export function* writeJson(value: JsonValue): Steps<string> {
  const pieces: string[] = []
  let waiting: string[] = []
  let room = VALUES_PER_STEP

  function* write(part: JsonValue): Steps<void> {
    const size = countUpTo(part, VALUES_PER_STEP)
    if (size > room) {
      pieces.push(waiting.join(''))
      waiting = []
      room = VALUES_PER_STEP
      yield
    }
    if (size <= VALUES_PER_STEP) {
      room -= size
      waiting.push(JSON.stringify(part))
    } else if (Array.isArray(part)) {
      yield* writeList(part as readonly JsonValue[])
    } else {
      yield* writeObject(part as Readonly<Record<string, JsonValue>>)
    }
  }

  function* writeList(list: readonly JsonValue[]): Steps<void> {
    let before = '['
    for (const item of list) {
      waiting.push(before)
      before = ','
      yield* write(item)
    }
    waiting.push(']')
  }

  function* writeObject(object: Readonly<Record<string, JsonValue>>): Steps<void> {
    let before = '{'
    for (const key of Object.keys(object)) {
      const item = object[key]
      if (item === undefined) continue
      waiting.push(`${before}${JSON.stringify(key)}:`)
      before = ','
      yield* write(item)
    }
    waiting.push(before === '{' ? '{}' : '}')
  }

  yield* write(value)
  return pieces.join('') + waiting.join('')
}

/** The total number of values, or a number just above `max`. */
function countUpTo(value: JsonValue, max: number): number {
  if (Array.isArray(value)) return countAll(value as readonly JsonValue[], max)
  return isPlainObject(value) ? countAll(Object.values(value), max) : 1
}

function countAll(values: readonly JsonValue[], max: number): number {
  let count = 1
  if (values.length >= max) return max + 1
  for (const value of values) {
    if (count > max) break
    count += countUpTo(value, max - count)
  }
  return count
}
