import { atom, type Store } from 'jotai/vanilla'
import { depsOf } from './chat-deps.ts'
import { isListBesideAtom, isPanelWideAtom } from './list-view.ts'

/** Whether somebody is at the notice of a thread: its time stands still. */
export const isThreadNoticeHeldAtom = atom(false)

const habitsKey = (base: string): string => `alcove:list:${base}`

/**
 * Keeps on the device how the person likes the list, from now on. Nothing of it is about their
 * threads. Where the browser keeps nothing, it holds as long as the frame.
 */
export function keepListHabits(store: Store): () => void {
  const { base, openStorage } = depsOf(store.get)
  const key = habitsKey(base)
  const habits = [isListBesideAtom, isPanelWideAtom] as const

  function read(): void {
    try {
      const kept: unknown = JSON.parse(openStorage().getItem(key) ?? 'null')
      if (!Array.isArray(kept)) return
      habits.forEach((habit, index) => store.set(habit, kept[index] === true))
    } catch {
      // Blocked, or written by something else.
    }
  }

  function write(): void {
    try {
      openStorage().setItem(key, JSON.stringify(habits.map((habit) => store.get(habit))))
    } catch {
      // Blocked or full.
    }
  }

  read()
  const stops = habits.map((habit) => store.sub(habit, write))
  return () => stops.forEach((stop) => stop())
}
