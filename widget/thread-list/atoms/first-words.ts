import { atom } from 'jotai/vanilla'
import { messageText } from '../../../shared/thread/message.ts'
import { historyStateAtom, threadIdAtom } from '../../conversation/atoms/conversations.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { mainThreadAtom } from './shown-list.ts'
import { threadsAtom } from './thread-list-facts.ts'

/** Characters of a message that stand for a title until there is one. */
export const FIRST_WORDS_MAX = 60

/** By slot, for whoever chats: the map goes with their threads. */
const knownWordsAtom = atom((get) => {
  get(threadsAtom)
  return new Map<string, string>()
})

/** What threads begin with that were shown here while they had no title. Read it to keep it. */
export const firstWordsAtom = atom((get): { readonly of: (id: string) => string | undefined } => {
  const known = get(knownWordsAtom)
  const { id, remoteId, title } = get(mainThreadAtom)
  const firstId = get(messageIdsAtom)[0]
  const first = firstId === undefined ? undefined : get(messageAtom(firstId))
  // While threads are switched, the messages may still be those of the other.
  const isOfMain = get(threadIdAtom) === (remoteId ?? null)
  // Its only message was taken back: nobody sent these words.
  if (isOfMain && firstId === undefined && get(historyStateAtom) === 'ready') known.delete(id)
  if (title === undefined && isOfMain && first?.role === 'user') {
    const words = firstWordsOf(messageText(first))
    if (words !== '') known.set(id, words)
  }
  return { of: (slotId) => known.get(slotId) }
})

/** Whole words of the first line, as many as fit. */
function firstWordsOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  if (line.length <= FIRST_WORDS_MAX) return line
  const cut = line.slice(0, FIRST_WORDS_MAX + 1)
  const end = cut.lastIndexOf(' ')
  // A script without spaces, or one long word, is cut between two characters.
  const words = end > 0 ? cut.slice(0, end) : [...line].slice(0, FIRST_WORDS_MAX - 1).join('')
  return `${words.trimEnd()}…`
}
