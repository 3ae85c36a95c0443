import type { Store } from 'jotai/vanilla'
import { createTextRecord } from '../../device/text-record.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { isListBesideAtom, isPanelWideAtom, restoreHabitsAtom } from '../../world/panel.ts'

/**
 * Stores on the device how the person uses the list, without anything about threads. If the browser stores
 * nothing, the habits end with the frame.
 */
export function keepListHabits(store: Store): () => void {
  const { base, openStorage } = depsOf(store.get)
  const habits = [isListBesideAtom, isPanelWideAtom] as const
  const record = createTextRecord<readonly unknown[]>({
    key: `alcove:list:${base}`,
    open: openStorage,
    parse(text) {
      const kept: unknown = JSON.parse(text)
      return Array.isArray(kept) ? kept : undefined
    },
    format: JSON.stringify,
  })
  const kept = record.read()
  if (kept) store.set(restoreHabitsAtom, kept[0] === true, kept[1] === true)
  const write = () => record.write(habits.map((habit) => store.get(habit)))
  const stops = habits.map((habit) => store.sub(habit, write))
  return () => stops.forEach((stop) => stop())
}
