import type { HostIdentity } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import { IDLE, type ChatEvents, type ChatState, type EventFacts } from '../chat-events.ts'
import type { HostPage } from './host-page.ts'

/** What somebody who comes late is told at once: not what happened, but how it stands. */
const STANDING = /^(ready|state|unread|connection|identity)$/

/** What is said in the conversation, which only listeners of the chat itself may hear. */
const CONTENT = 'content'

/** As pages are told: a token function that was not asked yet is somebody, too. */
export const toWord = (identity: HostIdentity): ChatState['identity'] =>
  'isNobody' in identity ? 'none' : identity.mode === 'anonymous' ? 'anonymous' : 'identified'

/** What the chat is on the page: whether it is there at all, and how far its frame has come. */
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
 * How the chat is, for pages that draw it, and its events as events of the document: every script of the
 * page hears those, so that nothing that was said is in them.
 */
export function createChatState(
  { root, emit }: Pick<HostPage, 'root' | 'emit'>,
  identity: ChatState['identity'],
) {
  const standing: Partial<Record<string, object>> = {}
  let state: ChatState = { ...IDLE, identity }

  /** Tells the page, where something of it is another now. */
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
      if (detail) listener(detail)
      return !!detail && !!options?.once
    },
    /** An event was told to its listeners. */
    heard(detail: EventFacts) {
      const { event } = detail
      const told = detail as Partial<ChatEvents['thread:change'] & ChatEvents['connection']>
      if (event === 'thread:change') note({ threadId: told.threadId ?? null })
      if (event === 'connection') note({ connection: told.state ?? 'online' })
      if (STANDING.test(event)) standing[event] = detail
      const plain = detail instanceof Error ? detail : { ...detail, [CONTENT]: undefined }
      root.dispatchEvent(
        new CustomEvent('alcove:' + event, { detail: plain, bubbles: true, composed: true }),
      )
    },
  }
}
