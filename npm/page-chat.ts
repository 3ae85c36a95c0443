import type { ChatState } from '../loader/chat-events.ts'
import type { PlainTokenAuth, TokenAuth } from '../loader/chat-options.ts'
import type { ChatInstance } from '../loader/chat-instance.ts'
import type { GivenOptions } from '../loader/page-options.ts'
import { createChat, type PackageOptions } from './alcove.ts'

/** State of a chat for a page to draw. */
export interface AlcoveState {
  readonly isOpen: boolean
  /** The frame has loaded, so the panel opens at once. */
  readonly isReady: boolean
  /** Everything for drawing: `unread`, `running`, `threadId` and more. */
  readonly state: ChatState
}

/** A chat of the page, independent of the component that created it. */
export interface PageChat {
  readonly chat: ChatInstance
  readonly state: AlcoveState
}

/** A chat that a component holds. */
export interface HeldChat extends PageChat {
  /**
   * Uses tokens, looks and texts of these options from now on, because components create new options on each
   * render.
   */
  follow(options: PackageOptions): void
  /** Releases the chat; a chat without a holder is removed from the page. */
  release(): void
}

interface KeptChat {
  readonly key: string
  readonly chat: ChatInstance
  state: AlcoveState
  auth: PackageOptions['auth']
  visitorProof: PackageOptions['visitorProof']
  readonly askForProof: () => Promise<string>
  look: GivenOptions
  holders: number
  /** Timer of the removal, set while no component holds the chat. */
  leaving: ReturnType<typeof setTimeout> | undefined
}

/** A component that returns within this time was only remounted, so its chat stays. */
const LEAVING_MS = 100

/** Adds something of a component to a chat. Returns a function that removes it. */
type Addition = (chat: ChatInstance) => () => void

/** Chats of the page, the newest last. */
const chats: KeptChat[] = []
/** Each addition, with the function that removes it from the newest chat. */
const additions = new Map<Addition, (() => void) | undefined>()
const watchers = new Set<() => void>()

/** The newest chat of the page. */
export const currentChat = (): PageChat | undefined => chats.at(-1)

/**
 * Calls `onChange` when another chat becomes the newest, or a chat's state changes. Returns a function that
 * unsubscribes.
 */
export function watchChats(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => void watchers.delete(onChange)
}

/** Elements that contain a chat, with their number in order of creation. */
const places = new WeakMap<Element, number>()
let placeCount = 0

function nameOf(place: Element): number {
  const name = places.get(place) ?? ++placeCount
  places.set(place, name)
  return name
}

/**
 * Options with the same key share a chat; their `getToken`, looks and texts may differ. Each element as a target
 * has its own chat.
 */
export function keyOf({ app, baseUrl, auth, target }: PackageOptions): string {
  const place = typeof target === 'object' ? nameOf(target) : target
  return JSON.stringify([app, baseUrl, auth, place], (name, value: unknown) =>
    typeof value === 'function' ? 'function' : name === 'token' ? name : value,
  )
}

type Fields = Readonly<Record<string, unknown>>

/** The patch for `update` that turns `before` into `after`; fields that are gone are reset. */
export function patchOf(before: Fields, after: Fields): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]]
    if (textOf(was) === textOf(is)) continue
    patch[name] = isGroup(was) && isGroup(is) ? patchOf(was, is) : is
  }
  return patch
}

/** React creates new functions on each render, so all functions compare as equal. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'function' ? 'function' : JSON.stringify(value)

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Options that may change while the chat exists. A function among them is read when it is called. */
function lookOf(
  { askForProof }: Pick<KeptChat, 'askForProof'>,
  { app: _app, baseUrl: _baseUrl, auth: _auth, target: _target, ...look }: PackageOptions,
): GivenOptions {
  const { visitorProof } = look
  return typeof visitorProof === 'function' ? { ...look, visitorProof: askForProof } : look
}

/**
 * Holds the chat with these options, and creates it if there is none. After the last release the chat stays
 * for a moment, so that a remount (by a hot update, or twice in StrictMode) finds it unchanged.
 */
export function holdChat(options: PackageOptions): HeldChat {
  const key = keyOf(options)
  const kept = chats.find((each) => each.key === key) ?? makeChat(key, options)
  clearTimeout(kept.leaving)
  kept.holders += 1
  follow(kept, options)
  return {
    chat: kept.chat,
    get state() {
      return kept.state
    },
    follow: (next) => follow(kept, next),
    release() {
      kept.holders -= 1
      if (kept.holders === 0) kept.leaving = setTimeout(removeChat, LEAVING_MS, kept)
    },
  }
}

function follow(kept: KeptChat, options: PackageOptions): void {
  const before = tokenOf(kept.auth)
  kept.auth = options.auth
  // A new token may be for the same user or another one; the chat detects which.
  if (tokenOf(options.auth) !== before)
    kept.chat.identify(options.auth as PlainTokenAuth).catch(() => {})
  kept.visitorProof = options.visitorProof
  const look = lookOf(kept, options)
  const patch = patchOf({ ...kept.look }, { ...look })
  kept.look = look
  // Invalid options arrive as an `error` event.
  if (Object.keys(patch).length > 0) kept.chat.update(patch).catch(() => {})
}

/**
 * Adds something to the newest chat, and again when another chat becomes the newest. Returns a function that
 * removes it.
 */
export function addToChat(addition: Addition): () => void {
  additions.set(addition, addTo(currentChat()?.chat, addition))
  return () => {
    additions.get(addition)?.()
    additions.delete(addition)
  }
}

/** A refused call is reported, and does not throw: an effect that throws would remove the page's components. */
function addTo(chat: ChatInstance | undefined, addition: Addition): (() => void) | undefined {
  try {
    return chat && addition(chat)
  } catch (error) {
    console.error('[Alcove]', error)
    return undefined
  }
}

function makeChat(key: string, options: PackageOptions): KeptChat {
  const { auth } = options
  const askForProof = () => proofNow(kept)
  const chat = createChat({
    ...options,
    ...(hasTokens(auth) && {
      auth: { ...auth, getToken: (question) => askNow(kept, question) },
    }),
    ...(typeof options.visitorProof === 'function' && { visitorProof: askForProof }),
  })
  const kept: KeptChat = {
    key,
    chat,
    state: { isOpen: false, isReady: false, state: chat.state },
    auth,
    visitorProof: options.visitorProof,
    askForProof,
    look: lookOf({ askForProof }, options),
    holders: 0,
    leaving: undefined,
  }
  const note = (change: Partial<AlcoveState>) => {
    kept.state = { ...kept.state, ...change }
    tellWatchers()
  }
  chat.on('open', () => note({ isOpen: true }))
  chat.on('close', () => note({ isOpen: false }))
  chat.on('ready', () => note({ isReady: true }))
  chat.on('state', () => note({ state: chat.state }))
  chats.push(kept)
  moveAdditions()
  return kept
}

const tokenOf = (auth: PackageOptions['auth']): string | undefined =>
  (auth as Partial<PlainTokenAuth> | undefined)?.token

const hasTokens = (auth: PackageOptions['auth']): auth is TokenAuth =>
  typeof auth === 'object' && auth !== null && 'getToken' in auth

const askNow: (
  kept: KeptChat,
  ...question: Parameters<TokenAuth['getToken']>
) => ReturnType<TokenAuth['getToken']> = ({ auth }, ...question) =>
  hasTokens(auth) ? auth.getToken(...question) : null

async function proofNow({ visitorProof = '' }: KeptChat): Promise<string> {
  return typeof visitorProof === 'function' ? visitorProof() : visitorProof
}

function removeChat(kept: KeptChat) {
  chats.splice(chats.indexOf(kept), 1)
  moveAdditions()
  kept.chat.destroy()
}

/** Moves the additions to the chat that is the newest now. */
function moveAdditions() {
  const chat = currentChat()?.chat
  for (const [addition, takeBack] of additions) {
    takeBack?.()
    additions.set(addition, addTo(chat, addition))
  }
  tellWatchers()
}

function tellWatchers() {
  for (const watcher of watchers) watcher()
}
