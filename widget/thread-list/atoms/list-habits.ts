import { atom, type Store } from 'jotai/vanilla'
import { createTextRecord } from '../../device/text-record.ts'
import { depsOf } from '../../state/chat-deps.ts'
import { isListBesideAtom, isPanelWideAtom } from '../../state/panel.ts'

/** Whether somebody is at the notice of a thread: its time stands still. */
export const isThreadNoticeHeldAtom = atom(false)

/**
 * Keeps on the device how the person likes the list, from now on. Nothing of it is about their
 * threads. Where the browser keeps nothing, it holds as long as the frame.
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
  if (kept) habits.forEach((habit, index) => store.set(habit, kept[index] === true))
  const write = () => record.write(habits.map((habit) => store.get(habit)))
  const stops = habits.map((habit) => store.sub(habit, write))
  return () => stops.forEach((stop) => stop())
}
