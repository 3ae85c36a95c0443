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
  /** The question that was the newest one then: with the next one they go out, and are noted no more. */
  readonly behind: string | undefined
  readonly items: readonly Item[]
}

/**
 * What the model is told beside the person's next question, in a field of its own. With more than `max` the first
 * ones go.
 */
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
      // What the page shares goes first: with too much the server would refuse the message.
      return isContextData(all) ? all : shared
    })

  const setItemsAtom = atom(null, (get, set, items: readonly Item[]) => {
    if (get(notedAtom) === null) set(addToContextAtom, withItems)
    set(notedAtom, { behind: get(newestQuestionAtom), items: items.slice(-max) })
  })

  return { itemsAtom, setItemsAtom }
}
