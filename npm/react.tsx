'use client'
// The entry `alcove/react`: React 18 and 19, also with server rendering.
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactElement,
} from 'react'
import type { AlcoveError } from '../shared/errors.ts'
import type { JsonObject } from '../shared/json.ts'
import type { Actor, ChatEvents } from '../loader/chat-events.ts'
import type { ChatCommands } from '../loader/chat-commands.ts'
import type { ChatInstance, ToolDefinition } from '../loader/chat-instance.ts'
import { IDLE } from '../loader/chat-events.ts'
import { keyOfTool, textOf, withLatest } from './tool-of-render.ts'
import { AlcoveError as Failure, type PackageOptions } from './alcove.ts'
import {
  addToChat,
  currentChat,
  holdChat,
  keyOf,
  watchChats,
  type AlcoveState,
  type HeldChat,
} from './page-chat.ts'

export interface AlcoveProps extends PackageOptions {
  /** Opens and closes the panel when it changes; without it, the panel is uncontrolled. */
  open?: boolean
  onOpenChange?: (isOpen: boolean, by: Actor) => void
  onReady?: (event: ChatEvents['ready']) => void
  onError?: (error: AlcoveError) => void
}

/**
 * The page's chat, wherever this component is in the tree; it renders nothing. Functions and objects may be
 * new on each render. Another `app`, `baseUrl` or kind of `auth` creates another chat; all other options
 * change the existing one. Tokens come from the latest `auth.getToken`: call `identify` of {@link useAlcove}
 * when the user changes.
 */
export function Alcove({ open, onOpenChange, onReady, onError, ...options }: AlcoveProps): null {
  useChat(options, true, { open, onOpenChange, onReady, onError })
  return null
}

export interface AlcovePanelProps extends Omit<
  AlcoveProps,
  'open' | 'onOpenChange' | 'mode' | 'target'
> {
  /** Of the element around the chat, which sets its size. */
  className?: string
  style?: CSSProperties
}

/**
 * A chat in this place of the tree, always open, as with `mode: 'inline'`. An element without a height gets
 * one. Otherwise like {@link Alcove}; two of them are two chats.
 */
export function AlcovePanel(props: AlcovePanelProps): ReactElement {
  const { className, style, onReady, onError, ...options } = props
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const here = place ? { mode: 'inline' as const, target: place } : {}
  useChat({ ...options, ...here }, place !== null, { onReady, onError })
  return <div ref={setPlace} className={className} style={style} />
}

/** Holds the chat of these options while the component is mounted and has its place. */
function useChat(
  options: PackageOptions,
  isThere: boolean,
  {
    open,
    ...handlers
  }: {
    readonly [Name in 'open' | 'onOpenChange' | 'onReady' | 'onError']?:
      | AlcoveProps[Name]
      | undefined
  },
): void {
  const held = useRef<HeldChat>(undefined)
  const latest = useLatest({ ...handlers, options })
  const key = keyOf(options)

  useEffect(() => {
    if (!isThere) return
    const taken = holdChat(latest.current.options)
    held.current = taken
    const { chat } = taken
    const stops = [
      chat.on('open', ({ by }) => latest.current.onOpenChange?.(true, by)),
      chat.on('close', ({ by }) => latest.current.onOpenChange?.(false, by)),
      chat.on('ready', (event) => latest.current.onReady?.(event)),
      chat.on('error', (error) => latest.current.onError?.(error)),
    ]
    return () => {
      for (const stop of stops) stop()
      taken.release()
      held.current = undefined
    }
  }, [key, isThere, latest])

  useEffect(() => held.current?.follow(options))

  useEffect(() => {
    const { chat, state } = held.current ?? {}
    if (!chat || open === undefined || open === state?.isOpen) return
    // Failures are passed to `onError`.
    ;(open ? chat.open() : chat.close()).catch(() => {})
  }, [open, key])
}

/** The page's chat for its components: its functions and its state. */
export interface AlcoveHandle
  extends
    AlcoveState,
    Pick<ChatInstance, 'open' | 'close' | 'toggle' | 'identify' | 'threads'>,
    ChatCommands {
  /** Listens until the component unmounts or the returned function is called, also to later chats. */
  on: ChatInstance['on']
}

const NOT_THERE: AlcoveState = { isOpen: false, isReady: false, state: IDLE }
const readState = (): AlcoveState => currentChat()?.state ?? NOT_THERE

/** The newest `<Alcove/>` of the page. Its functions stay the same; they reject while there is none. */
export function useAlcove(): AlcoveHandle {
  const state = useSyncExternalStore(watchChats, readState, () => NOT_THERE)
  return useMemo(() => ({ ...HANDLE, ...state }), [state])
}

const ask = async <Result,>(task: (chat: ChatInstance) => Promise<Result>): Promise<Result> => {
  const chat = currentChat()?.chat
  if (!chat) throw new Failure('config_invalid', 'useAlcove: there is no <Alcove/> on this page')
  return task(chat)
}

const HANDLE: Omit<AlcoveHandle, keyof AlcoveState> = {
  open: (wish) => ask((chat) => chat.open(wish)),
  close: () => ask((chat) => chat.close()),
  toggle: () => ask((chat) => chat.toggle()),
  identify: (identity) => ask((chat) => chat.identify(identity)),
  update: (patch) => ask((chat) => chat.update(patch)),
  setTheme: (theme) => ask((chat) => chat.setTheme(theme)),
  setLocale: (locale) => ask((chat) => chat.setLocale(locale)),
  boot: (options) => ask((chat) => chat.boot(options)),
  shutdown: () => ask((chat) => chat.shutdown()),
  logout: (options) => ask((chat) => chat.logout(options)),
  show: () => ask((chat) => chat.show()),
  hide: () => ask((chat) => chat.hide()),
  notify: (notice) => ask((chat) => chat.notify(notice)),
  context: (context) => ask((chat) => chat.context(context)),
  setComposer: (text) => ask((chat) => chat.setComposer(text)),
  focusComposer: () => ask((chat) => chat.focusComposer()),
  askAbout: (reference) => ask((chat) => chat.askAbout(reference)),
  send: (message) => ask((chat) => chat.send(message)),
  newThread: () => ask((chat) => chat.newThread()),
  openThread: (threadId) => ask((chat) => chat.openThread(threadId)),
  doctor: () => ask((chat) => chat.doctor()),
  metrics: () => ask((chat) => chat.metrics()),
  exportTranscript: (format) => ask((chat) => chat.exportTranscript(format)),
  deleteData: () => ask((chat) => chat.deleteData()),
  stop: () => ask((chat) => chat.stop()),
  refresh: () => ask((chat) => chat.refresh()),
  threads: {
    list: (options) => ask(({ threads }) => threads.list(options)),
    rename: (threadId, title) => ask(({ threads }) => threads.rename(threadId, title)),
    archive: (threadId) => ask(({ threads }) => threads.archive(threadId)),
    unarchive: (threadId) => ask(({ threads }) => threads.unarchive(threadId)),
    delete: (threadId) => ask(({ threads }) => threads.delete(threadId)),
  },
  on: (event, listener, options) => addToChat((chat) => chat.on(event, listener, options)),
}

/**
 * Registers a tool while the component is mounted; `null` removes it. Its functions may be new on each
 * render: the latest ones run.
 */
export function useAlcoveTool<Args = JsonObject>(
  name: string,
  definition: ToolDefinition<Args> | null,
): void {
  const latest = useLatest(definition)
  const key = definition && keyOfTool(name, definition)

  useEffect(() => {
    const given = latest.current
    if (!given) return
    return addToChat((chat) => chat.tool(name, withLatest(given, latest)))
  }, [name, key, latest])
}

/**
 * Adds a field to the data that the model reads with each message, while the component is mounted; `null`: no
 * field. People see it under its name. Each component needs its own name; the newest field of a name counts.
 *
 * @param value JSON.
 */
export function useAlcoveContext(name: string, value: unknown): void {
  const latest = useLatest(value)
  const text = textOf(() => value)

  useEffect(
    () =>
      latest.current === null || latest.current === undefined
        ? undefined
        : addToChat((chat) => chat.addContext(name, latest.current)),
    [name, text, latest],
  )
}

/** A ref to the value of the latest render, for callbacks that run later. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => void (latest.current = value))
  return latest
}
