import { atom, type Atom, type Getter, type PrimitiveAtom } from 'jotai/vanilla'
import type { Message } from '../../../shared/thread/message.ts'
import type { ThreadChange } from '../thread-log.ts'
import { EMPTY_VIEW, type ConversationView, type ThreadView } from './conversations.ts'

/** Where a message stands among its siblings. */
interface BranchPlace {
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
const putBranchesAtom = atom(null, (_get, set, id: string, ids: readonly string[]) => {
  const index = ids.indexOf(id)
  const place = {
    number: index + 1,
    count: ids.length,
    previousId: ids[index - 1] ?? null,
    nextId: ids[index + 1] ?? null,
  }
  set(branchesBaseAtom(id), ids.length > 1 && index >= 0 ? place : null)
})

/** @param threadId as the server calls it, if it knows it. */
export function createConversationView(threadId: string | null): ConversationView {
  const baseAtom = atom<ThreadView>({ ...EMPTY_VIEW, threadId })
  /** All that came, those of hidden branches too. */
  const known = new Set<string>()

  return {
    viewAtom: baseAtom,
    runAtom: atom((get) => (get(baseAtom).hasRun ? get(baseAtom).isRunning : undefined)),
    takeAtom: atom(null, (get, set, change: ThreadChange) => {
      const see = (part: Partial<ThreadView>) => set(baseAtom, { ...get(baseAtom), ...part })
      switch (change.type) {
        case 'path':
          return isSameList(get(baseAtom).ids, change.ids) ? undefined : see({ ids: change.ids })
        case 'message':
          known.add(change.message.id)
          return set(putMessageAtom, change.message)
        case 'message-removed':
          known.delete(change.id)
          return set(dropMessageAtom, change.id)
        case 'branches':
          return set(putBranchesAtom, change.id, change.ids)
        case 'run':
          return see({ isRunning: change.isRunning, hasRun: true })
        case 'reconnecting':
          return see({ isReconnecting: change.isReconnecting })
        case 'capabilities':
          return see({ capabilities: change.capabilities })
        case 'history':
          return see({ history: change.state })
        case 'older':
          return see({ older: change.state })
        case 'unsent':
          return see({ unsent: change.ids })
        case 'thread':
          return see({ threadId: change.id })
        case 'human-requests':
          return see({ humanRequests: change.requests })
        case 'draft-returned':
        case 'failure':
        case 'taken':
          // Nothing that can be seen here: whoever opened the conversation says it.
          return
        default:
          return change satisfies never
      }
    }),
    clearAtom: atom(null, (_get, set) => {
      for (const id of known) set(dropMessageAtom, id)
      known.clear()
    }),
  }
}

/** The messages of the shown path, first to last. */
export const pathOf = (get: Getter, { ids }: ThreadView): readonly Message[] =>
  ids.flatMap((id) => get(messageAtom(id)) ?? [])

function isSameList(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index])
}
