import { atom } from 'jotai/vanilla'
import type { Feedback } from '../../../shared/thread/message.ts'
import { shownConversationAtom } from './conversations.ts'

const feedbackBaseAtom = atom<{ messageId: string; feedback: Feedback | null } | null>(null)
/** The person's last rating. */
export const feedbackNewsAtom = atom((get) => get(feedbackBaseAtom))

/** Rates an answer; `null` removes the rating. */
export const giveFeedbackAtom = atom(
  null,
  (get, set, messageId: string, feedback: Feedback | null) => {
    set(feedbackBaseAtom, { messageId, feedback })
    get(shownConversationAtom)?.giveFeedback(messageId, feedback)
  },
)
