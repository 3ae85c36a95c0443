import type { Message } from '../../shared/thread/message.ts'

/** A turn that runs, and what is known of its end. */
export interface ActiveTurn {
  /** Names the chat call to the server. */
  readonly requestId: string
  readonly user: Message
  /** The answer before its first chunk. */
  readonly answer: Message
  readonly kind: 'submit' | 'regenerate'
  /** The answer that is made again. */
  readonly replaced: Message | null
  readonly abort: AbortController
  /** From then on the server may know the message. */
  isDispatched: boolean
  isStopping: boolean
  /** The server has none of it; its words go back to the composer. */
  isTakenBack: boolean
  isOver: boolean
}

export function createActiveTurn(
  turn: Pick<ActiveTurn, 'requestId' | 'user' | 'answer' | 'kind' | 'replaced'>,
): ActiveTurn {
  return {
    ...turn,
    abort: new AbortController(),
    isDispatched: false,
    isStopping: false,
    isTakenBack: false,
    isOver: false,
  }
}
