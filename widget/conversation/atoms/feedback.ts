import { atom } from 'jotai/vanilla'
import type { Feedback } from '../../../shared/thread/message.ts'
import { shownConversationAtom } from './conversations.ts'

const feedbackBaseAtom = atom<{ messageId: string; feedback: Feedback | null } | null>(null)
/** What the person judged last. */
export const feedbackNewsAtom = atom((get) => get(feedbackBaseAtom))

/** `null` takes it back. */
export const giveFeedbackAtom = atom(
  null,
  (get, set, messageId: string, feedback: Feedback | null) => {
    set(feedbackBaseAtom, { messageId, feedback })
    get(shownConversationAtom)?.giveFeedback(messageId, feedback)
  },
)
