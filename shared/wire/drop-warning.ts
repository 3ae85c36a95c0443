import { ERROR_TEXTS } from '../error-texts.ts'
import type { Warn } from '../warn.ts'

export const DROPPED_NAME_MAX_CHARACTERS = 100
/** A stream of ever new types is told of no longer than this. */
export const DROPPED_TYPES_MAX = 50

/** Tells of each type that a decoder drops, once. */
export function createDropWarning(warn: Warn = () => {}): (type: unknown) => void {
  const told = new Set<string>()
  return (type) => {
    const name = typeof type === 'string' ? type.slice(0, DROPPED_NAME_MAX_CHARACTERS) : 'none'
    if (told.has(name) || told.size >= DROPPED_TYPES_MAX) return
    told.add(name)
    warn(ERROR_TEXTS.unsupportedPartOrChunk(name))
  }
}
