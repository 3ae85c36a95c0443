import { atom, type Atom, type Getter } from 'jotai/vanilla'
import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { messageText, type Message } from '../../../shared/thread/message.ts'
import { runConfigAtom } from '../../composer/atoms/composer.ts'
import { keepEditAtom, keptEditOf } from '../../composer/atoms/kept-edits.ts'
import { noteEditAtom, noteOldTextAtom, type EditPlace } from '../../world/typed-since.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { shownConversationAtom, isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { messageMarksAtom } from '../../conversation/atoms/thread.ts'
import type { Conversation } from '../../conversation/conversation.ts'
import type { OutgoingMessage } from '../../conversation/outgoing-message.ts'
import { EDIT_PREFIX } from '../../device/draft-store.ts'

interface Edit {
  /** Edits belong to a thread; another shown thread ends them. */
  readonly conversation: Conversation | null
  readonly messageId: string
  /** `null` until it is changed: then it shows an earlier edit as soon as that is restored. */
  readonly changed: OutgoingMessage | null
}

/** Field name of an edited message. */
const fieldOf = (messageId: string): string => EDIT_PREFIX + messageId

const editBaseAtom = atom<Edit | null>(null)
const currentEditAtom = atom((get) => {
  const edit = get(editBaseAtom)
  const isHere = edit?.conversation === get(shownConversationAtom)
  // A message that was taken back takes its edit along.
  return edit && isHere && get(messageAtom(edit.messageId)) ? edit : null
})
/** The current edit, else an earlier unsent one, else the message itself. */
function draftOf(get: Getter, messageId: string): OutgoingMessage | null {
  const edit = get(currentEditAtom)
  const message = get(messageAtom(messageId))
  if (!message || edit?.messageId !== messageId) return null
  const written = { text: messageText(message), attachments: message.attachments ?? [] }
  return edit.changed ?? keptEditOf(get, messageId) ?? written
}

/** Content of a message's edit view; `null` while it is not edited. */
export const editAtom = (messageId: string): Atom<OutgoingMessage | null> =>
  atom((get) => draftOf(get, messageId))

/** True if the edit differs from the message. */
export function isEditChanged(
  message: Message,
  { text, attachments = [] }: OutgoingMessage,
): boolean {
  const before = message.attachments ?? []
  return text !== messageText(message) || attachments.length !== before.length
}

/**
 * Starts with an earlier unsent edit, else with the message. @throws AlcoveError `conflict` with "Edit already in
 * progress".
 */
export const beginEditAtom = atom(null, (get, set, messageId: string) => {
  const message = get(messageAtom(messageId))
  if (message?.role !== 'user') return
  if (get(currentEditAtom)?.messageId === messageId)
    throw new AlcoveError('conflict', THREAD_TEXTS.editInProgress)
  // Other edits close: two edited earlier messages would make two threads.
  set(editBaseAtom, { conversation: get(shownConversationAtom), messageId, changed: null })
})

export const changeEditAtom = atom(
  null,
  (get, set, messageId: string, change: Partial<OutgoingMessage>, place?: EditPlace) => {
    const edit = get(currentEditAtom)
    const draft = draftOf(get, messageId)
    const message = get(messageAtom(messageId))
    if (!edit || !draft || !message) return
    const next = { ...draft, ...change }
    set(editBaseAtom, { ...edit, changed: next })
    set(noteEditAtom, fieldOf(messageId), draft.text, next.text, place)
    // Stored at once, since an edit can end in many ways: by Escape, by another edit, with its thread.
    set(keepEditAtom, messageId, isEditChanged(message, next) ? next : null)
  },
)

/** Closes the edit. Its content is kept for the next edit of this message. */
export const cancelEditAtom = atom(null, (_get, set) => set(editBaseAtom, null))

/** Closes the edit and discards its content. */
export const discardEditAtom = atom(null, (_get, set, messageId: string) => {
  set(keepEditAtom, messageId, null)
  set(noteOldTextAtom, fieldOf(messageId))
  set(cancelEditAtom)
})

/**
 * Sends the edit as another version of the message and closes it, also if nothing was changed. Does nothing while
 * an answer runs.
 */
export const sendEditAtom = atom(null, (get, set, messageId: string) => {
  const draft = draftOf(get, messageId)
  if (!draft || get(isRunningAtom)) return
  const runConfig = get(runConfigAtom)
  const hasConfig = Object.keys(runConfig).length > 0
  const marks = get(messageMarksAtom)
  get(shownConversationAtom)?.edit(messageId, {
    ...draft,
    ...(hasConfig ? { runConfig } : {}),
    ...(Object.keys(marks).length > 0 ? { marks } : {}),
  })
  set(discardEditAtom, messageId)
})
