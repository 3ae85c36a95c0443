import type { ChatContext, ChatInstance } from '../loader/chat-instance.ts'
import { addToChat, currentChat } from './page-chat.ts'

/** What one part of the page says to the model: a text, or a context whole. */
export type ContextPiece = string | ChatContext

interface GivenPiece {
  readonly key: string
  readonly piece: ContextPiece
}

/** The newest one stands last; of those with one key, it alone counts. */
const given: GivenPiece[] = []
/** Set while some piece is there. */
let takeBack: (() => void) | undefined
let told = ''
let isDue = false

/** Adds a piece to the context of whatever chat there is. Returns how to take it back. */
export function giveContext(key: string, piece: ContextPiece): () => void {
  const mine = { key, piece }
  given.push(mine)
  tellSoon()
  return () => {
    const at = given.indexOf(mine)
    if (at >= 0) given.splice(at, 1)
    tellSoon()
  }
}

/** Once for all that one render changes. */
function tellSoon() {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    tell()
  })
}

function tell() {
  const context = joinPieces(given)
  const text = JSON.stringify(context)
  if (text === told) return
  told = text
  if (!context) {
    takeBack?.()
    takeBack = undefined
  } else if (takeBack) currentChat()?.chat.context(context)
  else takeBack = addToChat(tellChat)
}

function tellChat(chat: ChatInstance): () => void {
  chat.context(joinPieces(given))
  return () => chat.context(null)
}

/**
 * One context of all pieces: texts below each other, each behind its key, in the order of the keys, whoever
 * was drawn anew last; settings of the newest piece go before. `null`: there is none.
 */
export function joinPieces(pieces: readonly GivenPiece[]): ChatContext | null {
  if (pieces.length === 0) return null
  const byKey = new Map(pieces.map(({ key, piece }) => [key, toContext(piece)]))
  const texts = [...byKey].flatMap(([key, { system }]) => (system ? [`${key}: ${system}`] : []))
  texts.sort()
  const settings = [...byKey.values()].map(({ callSettings }) => callSettings)
  const callSettings: NonNullable<ChatContext['callSettings']> = Object.assign({}, ...settings)
  return {
    ...(texts.length > 0 && { system: texts.join('\n\n') }),
    ...(Object.keys(callSettings).length > 0 && { callSettings }),
  }
}

const toContext = (piece: ContextPiece): ChatContext =>
  typeof piece === 'string' ? { system: piece } : piece
