import { atom, type Atom, type Getter, type PrimitiveAtom } from 'jotai/vanilla'
import type { Message } from '../../../shared/thread/message.ts'
import type { ThreadChange } from '../thread-log.ts'
import { EMPTY_VIEW, type ConversationView, type ThreadView } from './conversations.ts'

/** Position of a message among its siblings. */
interface BranchPlace {
  /** Counted from 1. */
  readonly number: number
  readonly count: number
  readonly previousId: string | null
  readonly nextId: string | null
}

const messages = new Map<string, PrimitiveAtom<Message | undefined>>()
const places = new Map<string, PrimitiveAtom<BranchPlace | null>>()

/** Returns the atom of an id, made on first use. */
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

/** Atom of a message. An update of a growing answer only renders the component that subscribes to it. */
export const messageAtom = (id: string): Atom<Message | undefined> => messageBaseAtom(id)
/** Position of a message among its siblings; `null` without siblings. */
export const branchesAtom = (id: string): Atom<BranchPlace | null> => branchesBaseAtom(id)

/** Stores a message or its new version. */
export const putMessageAtom = atom(null, (_get, set, message: Message) =>
  set(messageBaseAtom(message.id), message),
)

/** Drops a removed message. */
export const dropMessageAtom = atom(null, (_get, set, id: string) => {
  set(messageBaseAtom(id), undefined)
  messages.delete(id)
  places.delete(id)
})

/** Stores the siblings of a message, itself included, oldest first. */
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

/** @param threadId the server's id; `null` if it does not know the thread. */
export function createConversationView(threadId: string | null): ConversationView {
  const baseAtom = atom<ThreadView>({ ...EMPTY_VIEW, threadId })
  /** Ids of all messages, also of hidden branches. */
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
        case 'memory':
          return see({ memoryBeginsAt: change.beginsAt })
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
          // Not part of the view; listeners of the conversation handle it.
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

/** Messages of the shown path, first to last. */
export const pathOf = (get: Getter, { ids }: ThreadView): readonly Message[] =>
  ids.flatMap((id) => get(messageAtom(id)) ?? [])

function isSameList(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index])
}
