import { atom, type Atom } from 'jotai/vanilla'
import { isContextData } from '../../../shared/context-data.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { addToContextAtom } from '../../world/shared-context.ts'
import { shownPathAtom } from './conversations.ts'
import { messageAtom } from './conversation-view.ts'

const newestQuestionAtom = atom((get) =>
  get(shownPathAtom).findLast((id) => get(messageAtom(id))?.role === 'user'),
)

interface Noted<Item> {
  /** Newest question when the items were noted. With the next question they are sent and dropped. */
  readonly behind: string | undefined
  readonly items: readonly Item[]
}

/** Context for the person's next question, in its own field. More than `max` items: the oldest are dropped. */
export function createForNextQuestion<Item extends JsonObject>(field: string, max: number) {
  const notedAtom = atom<Noted<Item> | null>(null)

  const itemsAtom = atom((get): readonly Item[] => {
    const noted = get(notedAtom)
    return noted && noted.behind === get(newestQuestionAtom) ? noted.items : []
  })

  const withItems = (before: Atom<JsonObject | undefined>): Atom<JsonObject | undefined> =>
    atom((get) => {
      const shared = get(before)
      const items = get(itemsAtom)
      if (items.length === 0) return shared
      const all = { ...shared, [field]: items }
      // The page's context has precedence: the server refuses messages with too much.
      return isContextData(all) ? all : shared
    })

  const setItemsAtom = atom(null, (get, set, items: readonly Item[]) => {
    if (get(notedAtom) === null) set(addToContextAtom, withItems)
    set(notedAtom, { behind: get(newestQuestionAtom), items: items.slice(-max) })
  })

  return { itemsAtom, setItemsAtom }
}
