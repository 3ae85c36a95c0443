import { atom, type PrimitiveAtom } from 'jotai/vanilla'
import type { Message } from '../../shared/thread/message.ts'

const sources = new Map<string, PrimitiveAtom<Message | undefined>>()

/**
 * The atom that holds one message. Each has its own, so that a growing answer notifies nobody but
 * the component that draws it.
 */
export function messageSourceAtom(id: string): PrimitiveAtom<Message | undefined> {
  const known = sources.get(id)
  if (known) return known
  const source = atom<Message | undefined>(undefined)
  sources.set(id, source)
  return source
}

/** Forgets the atom of a message that no thread shows any more. */
export function dropMessageSource(id: string): void {
  sources.delete(id)
}
