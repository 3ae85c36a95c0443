import { atom, type WritableAtom } from 'jotai/vanilla'

/** What happens in a room. The rooms behind it listen; the room itself knows none of them. */
export interface RoomEvent<News> {
  /** Adds a listener, for as long as the store is there. Listeners run in the order in which they were added. */
  readonly listenAtom: WritableAtom<null, [listenerAtom: ListenerAtom<News>], void>
  /** Runs the listeners at once; settles when all of them have, and rejects with their first error. */
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
      await Promise.all(get(listenersAtom).map((listenerAtom) => set(listenerAtom, news)))
    }),
  }
}
