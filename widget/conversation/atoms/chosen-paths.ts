import * as v from 'valibot'
import type { KeyValueStorage } from '../../../shared/key-value-storage.ts'
import type { ChosenPath, PathMemory } from '../path-shower.ts'
import { createTextRecord } from '../../device/text-record.ts'

/** Maximum number of threads whose chosen paths a tab remembers; the oldest choices are evicted. */
export const CHOSEN_PATHS_MAX = 50

const pathsSchema = v.array(
  v.tuple([v.string(), v.object({ row: v.string(), newest: v.string() })]),
)

/** Chosen paths, stored as long as the tab exists. */
export interface ChosenPaths extends PathMemory {
  remove(): void
}

/** @param base the project's address. */
export function createChosenPaths(
  base: string,
  open: (() => KeyValueStorage) | undefined,
): ChosenPaths {
  const record = createTextRecord<readonly (readonly [string, ChosenPath])[]>({
    key: `alcove:chosen-paths:${base}`,
    open,
    parse: (text) => v.parse(pathsSchema, JSON.parse(text)),
    format: (paths) => JSON.stringify(paths),
  })
  const all = () => record.read() ?? []

  return {
    read: (threadId) => all().findLast(([id]) => id === threadId)?.[1] ?? null,
    write(threadId, chosen) {
      const others = all().filter(([id]) => id !== threadId)
      if (chosen === null && others.length === all().length) return
      const paths = chosen === null ? others : [...others, [threadId, chosen] as const]
      record.write(paths.slice(-CHOSEN_PATHS_MAX))
    },
    remove: record.remove,
  }
}
