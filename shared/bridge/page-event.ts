import type { JsonObject } from '../json.ts'

/**
 * What the page hears of the conversation: ids, lengths and times. What was said is in `content`, which is
 * there only where the service lets the page read it, and the page asked for it.
 */
export interface PageEvent {
  readonly name:
    | 'thread:change'
    | 'thread:create'
    | 'thread:load'
    | 'thread:title'
    | 'message:sent'
    | 'message:received'
    | 'message:queued'
    | 'message:failed'
    | 'response:start'
    | 'response:end'
    | 'response:stopped'
    | 'response:error'
    | 'tool:call'
    | 'tool:approval'
    | 'tool:result'
    | 'tool:error'
    | 'feedback'
    | 'attachment:add'
    | 'attachment:error'
    | 'auth:error'
    | 'connection'
    | 'unread'
    | 'action'
  readonly detail: JsonObject
}
