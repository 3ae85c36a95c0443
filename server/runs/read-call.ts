import { createHash } from 'node:crypto'
import { randomId } from '../../shared/ids.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import type { Scope } from '../store/store.ts'
import { scopedKey } from './active-runs.ts'

/** A chat call, and the names under which others may mean it. */
export interface Call {
  readonly body: ChatBody
  readonly threadKey: string
  /** The same for the same message with the same content, unless an answer goes on. */
  readonly turnKey: string
  readonly requestId: string | undefined
  readonly stopKey: string | undefined
}

export function readCall(scope: Scope, body: ChatBody): Call {
  const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined
  const last = body.messages.at(-1)
  const goesOn = body.trigger === 'submit-message' && last?.role === 'assistant'
  // A hash: a message may hold megabytes of files, and the key lives as long as its run.
  const turn = createHash('sha256')
    .update(JSON.stringify([body.trigger, body.messageId, last?.id, last?.parts]))
    .digest('hex')
  return {
    body,
    threadKey: scopedKey(scope, body.id),
    // Of two calls that answer the same question only one counts, and the other one is told.
    turnKey: scopedKey(scope, body.id, goesOn ? randomId(24) : turn),
    requestId,
    stopKey: requestId === undefined ? undefined : scopedKey(scope, body.id, requestId),
  }
}
