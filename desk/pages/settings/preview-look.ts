import { isPlainObject } from '../../../shared/json.ts'

/**
 * Whether a look lacks a value that the other one says. A frame takes values of its page in front of those of its
 * document, so one that went is gone only after the next load.
 */
export function hasLost(before: unknown, after: unknown): boolean {
  if (!isPlainObject(before)) return false
  if (!isPlainObject(after)) return Object.keys(before).length > 0
  return Object.entries(before).some(
    ([key, value]) => !Object.hasOwn(after, key) || hasLost(value, after[key]),
  )
}
