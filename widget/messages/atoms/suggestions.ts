import { atom } from 'jotai/vanilla'
import { messageText, type Message } from '../../../shared/thread/message.ts'
import { runEnded } from '../../conversation/atoms/conversation-events.ts'
import { pathOf } from '../../conversation/atoms/conversation-view.ts'
import { isRunningAtom, shownThreadAtom } from '../../conversation/atoms/conversations.ts'
import { isDisabledAtom, lastMessageIdAtom } from '../../conversation/atoms/thread.ts'
import { identityAtom } from '../../world/identity.ts'
import { hasSuggestionsAtom } from '../../world/server-facts.ts'

/** Suggestions that take longer are not shown: the person has gone on. */
export const SUGGESTIONS_WAIT_MS = 20_000

interface Suggested {
  /** The answer that they follow. */
  readonly messageId: string
  readonly texts: readonly string[]
}

const NONE: readonly string[] = []
const suggestedAtom = atom<Suggested | null>(null)

/** Questions that the person may ask next, while the answer that they follow is the last message. */
export const suggestionsAtom = atom((get): readonly string[] => {
  const suggested = get(suggestedAtom)
  const isNext = suggested?.messageId === get(lastMessageIdAtom)
  return suggested && isNext && !get(isRunningAtom) && !get(isDisabledAtom) ? suggested.texts : NONE
})

/** Asks the server for suggestions after a whole answer. Without any, nothing is shown and nothing reported. */
export const suggestAfterRunAtom = atom(null, async (get, set): Promise<void> => {
  const shown = get(shownThreadAtom)
  const identity = get(identityAtom)
  if (!shown || !identity || !get(hasSuggestionsAtom)) return
  const view = get(shown.viewAtom)
  const [message, answer] = pathOf(get, view).slice(-2)
  if (view.threadId === null || message?.role !== 'user' || !answer || !isWhole(answer)) return
  const said = { role: 'user', content: messageText(message) }
  const answered = { role: 'assistant', content: messageText(answer) }
  const signal = AbortSignal.timeout(SUGGESTIONS_WAIT_MS)
  const { cloud } = identity
  const texts = await cloud.suggest?.(view.threadId, [said, answered], signal).catch(() => NONE)
  if (texts && get(identityAtom) === identity) set(suggestedAtom, { messageId: answer.id, texts })
})

const isWhole = ({ role, status }: Message): boolean =>
  role === 'assistant' && status?.type === 'complete'

/** Listens to the ends of answers. */
export const listenInMessagesAtom = atom(null, (_get, set) =>
  set(runEnded.listenAtom, suggestAfterRunAtom),
)
