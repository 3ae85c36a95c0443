import { atom } from 'jotai/vanilla'
import type { JsonObject } from '../../../shared/json.ts'
import { createForNextQuestion } from './next-question.ts'

/** The newest ones; a message has little room. */
export const UNDONE_MAX = 8

const undone = createForNextQuestion<JsonObject>('undone by the person', UNDONE_MAX)

/** What became of a call that somebody wanted back. */
export const noteUndoneAtom = atom(null, (get, set, call: JsonObject) =>
  set(undone.setItemsAtom, [...get(undone.itemsAtom), call]),
)
