import { createHash, type Hash } from 'node:crypto'
import { randomId } from '../../shared/ids.ts'
import type { ChatBody, UiMessage } from '../../shared/wire/chat.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import type { Scope } from '../store/store.ts'
import { scopedKey } from './active-runs.ts'

/** A longer text of a part is hashed in steps of so many UTF-16 units: it may be a file. */
export const HASH_STEP_CHARACTERS = 65_536

/** A chat call, and the names under which others may mean it. */
export interface Call {
  readonly body: ChatBody
  readonly threadKey: string
  /** The same for the same message with the same content, unless an answer goes on. */
  readonly turnKey: string
  readonly requestId: string | undefined
  readonly stopKey: string | undefined
}

export async function readCall(scope: Scope, body: ChatBody): Promise<Call> {
  const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined
  const goesOn = body.trigger === 'submit-message' && body.messages.at(-1)?.role === 'assistant'
  return {
    body,
    threadKey: scopedKey(scope, body.id),
    // Of two calls that answer the same question only one counts, and the other one is told.
    turnKey: scopedKey(scope, body.id, goesOn ? randomId(24) : await inTurns(hashTurn(body))),
    requestId,
    stopKey: requestId === undefined ? undefined : scopedKey(scope, body.id, requestId),
  }
}

/** A hash: a message may hold megabytes of files, and the key lives as long as its run. */
export function* hashTurn({ trigger, messageId, messages }: ChatBody): Steps<string> {
  const last = messages.at(-1)
  const hash = createHash('sha256').update(JSON.stringify([trigger, messageId, last?.id]))
  for (const part of last?.parts ?? []) {
    yield* addPart(hash, part)
    yield
  }
  return hash.digest('hex')
}

function* addPart(hash: Hash, part: UiMessage['parts'][number]): Steps<void> {
  const long = Object.entries(part).filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && field[1].length > HASH_STEP_CHARACTERS,
  )
  const lengths = Object.fromEntries(long.map(([name, text]) => [name, [text.length]]))
  hash.update(JSON.stringify(long.length === 0 ? part : { ...part, ...lengths }))
  for (const [, text] of long) {
    for (let start = 0; start < text.length; start += HASH_STEP_CHARACTERS) {
      hash.update(text.slice(start, start + HASH_STEP_CHARACTERS))
      yield
    }
  }
}
