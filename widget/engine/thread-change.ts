import type { Message } from '../../shared/thread/message.ts'

export type HistoryState = 'idle' | 'loading' | 'ready' | 'failed'

/** What a thread session tells: facts, each the whole new value of one thing. */
export type ThreadChange =
  /** The ids of the shown path, first to last. */
  | { readonly type: 'path'; readonly ids: readonly string[] }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'message-removed'; readonly id: string }
  | { readonly type: 'run'; readonly isRunning: boolean }
  | { readonly type: 'history'; readonly state: HistoryState }
  /** User messages that the server did not take. */
  | { readonly type: 'unsent'; readonly ids: ReadonlySet<string> }
  /** The server knows the thread, under this id. */
  | { readonly type: 'thread'; readonly id: string }
  /** A message was taken back; its words belong into the composer. */
  | { readonly type: 'text-returned'; readonly text: string }
  | { readonly type: 'failure'; readonly during: FailedAction; readonly error: unknown }

export type FailedAction = 'history' | 'send' | 'stop'
