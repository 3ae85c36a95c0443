import { atom, type Atom, type PrimitiveAtom } from 'jotai/vanilla'
import type { Message } from '../../shared/thread/message.ts'

/** Where a message stands among its siblings. */
export interface BranchPlace {
  /** From 1. */
  readonly number: number
  readonly count: number
  readonly previousId: string | null
  readonly nextId: string | null
}

const messages = new Map<string, PrimitiveAtom<Message | undefined>>()
const places = new Map<string, PrimitiveAtom<BranchPlace | null>>()

/** The atom of one id, made when somebody first asks for it. */
function known<Value>(
  atoms: Map<string, PrimitiveAtom<Value>>,
  id: string,
  initial: Value,
): PrimitiveAtom<Value> {
  const found = atoms.get(id)
  if (found) return found
  const made = atom(initial)
  atoms.set(id, made)
  return made
}

const messageBaseAtom = (id: string) => known(messages, id, undefined)
const branchesBaseAtom = (id: string) => known(places, id, null)

/** One message; a growing answer tells nobody but the component that draws it. */
export const messageAtom = (id: string): Atom<Message | undefined> => messageBaseAtom(id)
/** Where a message stands among its siblings; `null` when it has none. */
export const branchesAtom = (id: string): Atom<BranchPlace | null> => branchesBaseAtom(id)

/** Shows a message, or its newest form. */
export const putMessageAtom = atom(null, (_get, set, message: Message) =>
  set(messageBaseAtom(message.id), message),
)

/** Nobody has the message any more. */
export const dropMessageAtom = atom(null, (_get, set, id: string) => {
  set(messageBaseAtom(id), undefined)
  messages.delete(id)
  places.delete(id)
})

/** Says which messages stand beside one, itself included, oldest first. */
export const putBranchesAtom = atom(null, (_get, set, id: string, ids: readonly string[]) => {
  const index = ids.indexOf(id)
  const place = {
    number: index + 1,
    count: ids.length,
    previousId: ids[index - 1] ?? null,
    nextId: ids[index + 1] ?? null,
  }
  set(branchesBaseAtom(id), ids.length > 1 && index >= 0 ? place : null)
})
