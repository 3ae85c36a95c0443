import type { ChatBody } from '../../shared/wire/chat.ts'
import type { ToolDeclaration } from '../models/model.ts'
import type { Scope } from '../store/store.ts'
import { scopedKey } from './active-runs.ts'
import { readTools } from './read-tools.ts'

/** A chat call, and the names under which others may mean it. */
export interface Call {
  readonly scope: Scope
  readonly body: ChatBody
  readonly tools: readonly ToolDeclaration[]
  readonly threadKey: string
  /** The same for the same message with the same content. */
  readonly turnKey: string
  readonly requestId: string | undefined
  readonly stopKey: string | undefined
}

/** @throws AlcoveError `invalid_request` or `too_large` for tools that cannot be taken. */
export function readCall(scope: Scope, body: ChatBody): Call {
  const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined
  const last = body.messages.at(-1)
  const turn = JSON.stringify([body.trigger, body.messageId, last?.id, last?.parts])
  return {
    scope,
    body,
    tools: readTools(body),
    threadKey: scopedKey(scope, body.id),
    turnKey: scopedKey(scope, body.id, turn),
    requestId,
    stopKey: requestId === undefined ? undefined : scopedKey(scope, body.id, requestId),
  }
}
