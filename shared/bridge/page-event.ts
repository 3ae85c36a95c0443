import type { JsonObject } from '../json.ts'

/**
 * An event of the conversation for the page: ids, lengths and times. Texts are in `content`, which is present
 * only if the service lets the page read it, and the page asked for it.
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
