import { atom } from 'jotai/vanilla'
import { messageText } from '../../../shared/thread/message.ts'
import { historyStateAtom, threadIdAtom } from '../../conversation/atoms/conversations.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { mainThreadAtom } from './shown-list.ts'
import { threadsAtom } from './thread-list-facts.ts'

/** Maximum length of the first words that replace a missing title. */
export const FIRST_WORDS_MAX = 60

/** First words by slot. Dropped with the person's threads. */
const knownWordsAtom = atom((get) => {
  get(threadsAtom)
  return new Map<string, string>()
})

/** First words of threads that were shown here without a title. Must be subscribed to collect them. */
export const firstWordsAtom = atom((get): { readonly of: (id: string) => string | undefined } => {
  const known = get(knownWordsAtom)
  const { id, remoteId, title } = get(mainThreadAtom)
  const firstId = get(messageIdsAtom)[0]
  const first = firstId === undefined ? undefined : get(messageAtom(firstId))
  // During a switch, the messages may still be those of the other thread.
  const isOfMain = get(threadIdAtom) === (remoteId ?? null)
  // The only message was taken back, so its text was never sent.
  if (isOfMain && firstId === undefined && get(historyStateAtom) === 'ready') known.delete(id)
  if (title === undefined && isOfMain && first?.role === 'user') {
    const words = firstWordsOf(messageText(first))
    if (words !== '') known.set(id, words)
  }
  return { of: (slotId) => known.get(slotId) }
})

/** Returns the first whole words of the first line that fit. */
function firstWordsOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  if (line.length <= FIRST_WORDS_MAX) return line
  const cut = line.slice(0, FIRST_WORDS_MAX + 1)
  const end = cut.lastIndexOf(' ')
  // Scripts without spaces, and long words, are cut between two characters.
  const words = end > 0 ? cut.slice(0, end) : [...line].slice(0, FIRST_WORDS_MAX - 1).join('')
  return `${words.trimEnd()}…`
}
