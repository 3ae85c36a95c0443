import type { Message } from '../../shared/thread/message.ts'
import type { ThreadChange } from '../engine/thread-change.ts'
import type { ThreadFact } from './thread-facts.ts'

type FactOf<Type extends ThreadFact['type']> = Extract<ThreadFact, { type: Type }>
/** Facts of which only the last one counts. */
type SingleFact = Exclude<ThreadFact, { type: 'message' | 'message-removed' | 'branches' }>

/** What one session has told so far, so that it can be shown again after another thread was. */
export interface SessionFacts {
  take(change: ThreadChange): void
  /** Everything that a screen needs to show the thread as it is. */
  replay(): readonly ThreadFact[]
  readonly isRunning: boolean
  readonly isLoading: boolean
  readonly hasUnsent: boolean
  /** The shown path. */
  readonly messages: readonly Message[]
  /** Whether closing the session would lose something that nobody else has. */
  readonly isHolding: boolean
}

export function createSessionFacts(): SessionFacts {
  const messages = new Map<string, Message>()
  const branches = new Map<string, FactOf<'branches'>>()
  const singles = new Map<SingleFact['type'], SingleFact>()

  // Each fact is kept under its own type.
  const last = <Type extends SingleFact['type']>(type: Type) =>
    singles.get(type) as FactOf<Type> | undefined
  const path = () => (last('path')?.ids ?? []).flatMap((id) => messages.get(id) ?? [])
  const isRunning = () => last('run')?.isRunning ?? false
  const hasUnsent = () => (last('unsent')?.ids.size ?? 0) > 0

  return {
    take(change) {
      switch (change.type) {
        case 'message':
          return void messages.set(change.message.id, change.message)
        case 'message-removed':
          messages.delete(change.id)
          return void branches.delete(change.id)
        case 'branches':
          return void branches.set(change.id, change)
        case 'failure':
          return
        default:
          singles.set(change.type, change)
      }
    },
    replay() {
      const shown = [...messages.values()].map((message) => ({ type: 'message', message }) as const)
      const returned = singles.get('draft-returned')
      // It is given back once.
      singles.delete('draft-returned')
      // The path names messages, so it comes after them.
      return [...shown, ...singles.values(), ...branches.values(), ...(returned ? [returned] : [])]
    },
    get isRunning() {
      return isRunning()
    },
    get isLoading() {
      return last('history')?.state === 'loading'
    },
    get hasUnsent() {
      return hasUnsent()
    },
    get messages() {
      return path()
    },
    get isHolding() {
      // A tool of the page works for an answer only as long as its session is there.
      const hasOpenCall = path()
        .at(-1)
        ?.content.some((part) => part.type === 'tool-call' && part.result === undefined)
      return hasUnsent() || singles.has('draft-returned') || (isRunning() && hasOpenCall === true)
    },
  }
}
