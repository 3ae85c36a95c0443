import { atom, type WritableAtom } from 'jotai/vanilla'

/** An event of a room. Rooms above it listen; the room itself knows none of them. */
export interface RoomEvent<News> {
  /** Adds a listener for the store's lifetime. Listeners run in the order in which they were added. */
  readonly listenAtom: WritableAtom<null, [listenerAtom: ListenerAtom<News>], void>
  /** Runs the listeners at once. Resolves when all of them have finished, and rejects with their first error. */
  readonly notifyAtom: WritableAtom<null, [news: News], Promise<void>>
}

type ListenerAtom<News> = WritableAtom<null, [news: News], void | Promise<void>>

export function createEvent<News = void>(): RoomEvent<News> {
  const listenersAtom = atom<ListenerAtom<News>[]>(() => [])
  return {
    listenAtom: atom(null, (get, _set, listenerAtom: ListenerAtom<News>) => {
      get(listenersAtom).push(listenerAtom)
    }),
    notifyAtom: atom(null, async (get, set, news: News): Promise<void> => {
      const results = get(listenersAtom).map((listenerAtom) => set(listenerAtom, news))
      await Promise.all(results.map((result) => Promise.resolve(result)))
    }),
  }
}
