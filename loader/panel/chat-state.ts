import type { HostIdentity } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import { IDLE, type ChatEvents, type ChatState, type EventFacts } from '../chat-events.ts'
import type { HostPage } from './host-page.ts'

/** Events that describe a state. A late listener is called at once with the current one. */
const STANDING = /^(ready|state|unread|connection|identity)$/

/** The payload's key for content of the conversation, which only listeners of the chat itself may get. */
const CONTENT = 'content'

/** The identity as shown to pages: a token function that was not called yet counts as identified. */
export const toWord = (identity: HostIdentity): ChatState['identity'] =>
  'isNobody' in identity ? 'none' : identity.mode === 'anonymous' ? 'anonymous' : 'identified'

/** The chat's presence on the page and the progress of its frame. */
export const describePresence = (
  { root, panel, iframe, signal }: HostPage,
  isConnected: boolean,
  failure: AlcoveError | undefined,
): Pick<ChatState, 'status' | 'visible'> => ({
  status: signal.aborted
    ? 'destroyed'
    : failure
      ? 'error'
      : isConnected
        ? 'ready'
        : iframe.src
          ? 'loading'
          : 'idle',
  visible: panel.parentElement!.style.display === '' && !root.hasAttribute('data-hidden'),
})

/**
 * Keeps the state of the chat for pages that draw it, and dispatches its events on the document. Every script
 * of the page can listen there, so these events contain no content.
 */
export function createChatState(
  { root, emit }: Pick<HostPage, 'root' | 'emit'>,
  identity: ChatState['identity'],
) {
  const standing: Partial<Record<string, object>> = {}
  let state: ChatState = { ...IDLE, identity }

  /** Notifies the page if the state changed. */
  function note(change: Partial<ChatState>) {
    const next = { ...state, ...change }
    if (JSON.stringify(next) === JSON.stringify(state)) return
    const before = state
    state = next
    if (before.visible !== next.visible) emit(next.visible ? 'show' : 'hide', {})
    if (before.identity !== next.identity) emit('identity', { state: next.identity })
    emit('state', { ...next })
  }

  return {
    get: () => state,
    note,
    late(event: string, listener: (detail: object) => void, options?: { once?: boolean }) {
      const detail = standing[event]
      try {
        if (detail) listener(detail)
      } catch (error) {
        // As an exception of a listener that is called later.
        reportError(error)
      }
      return !!detail && !!options?.once
    },
    /** An event was dispatched to its listeners. */
    heard(detail: EventFacts) {
      const { event } = detail
      const payload = detail as Partial<ChatEvents['thread:change'] & ChatEvents['connection']>
      if (event === 'thread:change') note({ threadId: payload.threadId ?? null })
      if (event === 'connection') note({ connection: payload.state ?? 'online' })
      if (STANDING.test(event)) standing[event] = detail
      const plain =
        detail instanceof Error ? detail : { ...detail, [CONTENT]: undefined, cause: undefined }
      root.dispatchEvent(
        new CustomEvent('alcove:' + event, { detail: plain, bubbles: true, composed: true }),
      )
    },
  }
}
