// The entry `alcove`. Importing it has no effect and needs no window.
import { AlcoveError } from '../shared/errors.ts'
import type { ChatCommands, ChatThreads } from '../loader/chat-commands.ts'
import type { ChatOptions, PlainTokenAuth, TokenAuth } from '../loader/chat-options.ts'
import type { ChatInstance } from '../loader/chat-instance.ts'
import type { LauncherName } from '../shared/look/launcher-look.ts'
import type { PanelModule } from '../loader/controller.ts'
import { IDLE } from '../loader/chat-events.ts'
import { createChat as startChat } from '../loader/create-chat.ts'
import { readCredentials } from '../loader/extras/read-credentials.ts'

declare const ALCOVE_VERSION: string

/** Options of `createChat`, which has no script tag that provides the service's address. */
export interface PackageOptions extends ChatOptions {
  /** The service's address, on another origin than the page's. */
  baseUrl: string
  /**
   * The project's look for the launcher, which has it before anything is fetched: what `/p/<project>/alcove.js`
   * contains for pages with a tag. Printed by `alcove project create`, and in a warning of the console when the
   * service has another one. Options of the page take precedence.
   */
  projectLook?: Partial<Record<LauncherName, string>>
}

/**
 * Puts a chat on the page, like the script tag.
 *
 * @throws AlcoveError `config_invalid` without a page (on a server), without `baseUrl`, or with an `auth`
 * that names no user.
 */
export function createChat(options: PackageOptions): ChatInstance {
  if (typeof document === 'undefined') {
    throw new AlcoveError('config_invalid', 'createChat: there is no page here', {
      hint: 'Call it in a browser, for example in an effect: a server only imports it.',
    })
  }
  if (!options?.baseUrl) {
    throw new AlcoveError('config_invalid', 'baseUrl: expected the address of the service', {
      hint: "For example createChat({ baseUrl: 'https://chat.example.com' }).",
    })
  }
  if (!/^https?:\/\//.test(options.baseUrl)) {
    throw new AlcoveError(
      'config_invalid',
      `baseUrl: expected an address that begins with https:// or http://, not ${options.baseUrl}`,
      { hint: `For example createChat({ baseUrl: 'http://localhost:8787' }).` },
    )
  }
  const { auth } = options
  const isWord = auth === undefined || WORDS.includes(auth)
  if (
    !isWord &&
    typeof (auth as Partial<TokenAuth> | null)?.getToken !== 'function' &&
    !isPlainToken(auth)
  ) {
    const result = readCredentials(auth)
    if (!result.isUsable) throw result.fault
  }
  const chat = startChat(options, importFile)
  const offer = (names: readonly string[], prefix = '') =>
    Object.fromEntries(
      names.map((name) => [name, (...args: unknown[]) => chat.run(prefix + name, ...args)]),
    )
  return {
    ...chat,
    ...(offer(COMMANDS) as unknown as ChatCommands),
    threads: offer(THREAD_COMMANDS, 'threads.') as unknown as ChatThreads,
    get state() {
      const { state } = chat
      return 'open' in state ? state : IDLE
    },
    subscribe: (listener) => chat.on('state', listener),
    // No limit: the chat may be wanted an hour later; what fails is told by `error`.
    ready: new Promise((resolve) => chat.on('ready', () => resolve(), { once: true })),
  }
}

const isPlainToken = (auth: unknown) =>
  typeof (auth as Partial<PlainTokenAuth> | null)?.token === 'string'

const WORDS: readonly unknown[] = ['anonymous', 'token', 'none']

/** Commands that the loader's second file and the frame run, by name. */
const COMMANDS: readonly (keyof ChatCommands)[] = [
  'update',
  'setTheme',
  'setLocale',
  'boot',
  'shutdown',
  'logout',
  'show',
  'hide',
  'notify',
  'context',
  'setComposer',
  'focusComposer',
  'askAbout',
  'send',
  'newThread',
  'openThread',
  'exportTranscript',
  'deleteData',
  'stop',
  'refresh',
  'doctor',
  'metrics',
]

const THREAD_COMMANDS: readonly (keyof ChatThreads)[] = [
  'list',
  'rename',
  'archive',
  'unarchive',
  'delete',
]

/** Imports a file of the service. Each bundler gets its own comment that leaves the address unchanged. */
async function importFile(url: string): Promise<unknown> {
  // Limit: PANEL_TIMEOUT_MS, in the controller: "a second file that hangs is given up after its limit".
  const file: unknown = await import(
    /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ url
  )
  // The first release has no `tellVersion`.
  warnOfVersion((file as Partial<PanelModule>).tellVersion?.())
  return file
}

/** Version of the service in the last warning. */
let warnedOf: string | undefined

/** Different versions usually work together; if they do not, this warning is the first hint. */
function warnOfVersion(said = 'Alcove 0.1.0'): void {
  const ofService = said.replace('Alcove ', '')
  if (ofService === ALCOVE_VERSION || warnedOf === ofService) return
  warnedOf = ofService
  console.warn(
    `[Alcove] the package is of version ${ALCOVE_VERSION}, its service of ${ofService}: install alcove@${ofService}, or update the service.`,
  )
}

export { AlcoveError } from '../shared/errors.ts'
export type { ErrorCode } from '../shared/errors.ts'
export type { GivenOptions } from '../loader/page-options.ts'
export type { HexColor, LookOptions, Prompt, Theme } from '../shared/look/look-options.ts'
export type { GetToken, TokenQuestion, TokenReason } from '../shared/bridge/contract.ts'
export type { ArgumentIssue, ToolScope } from '../shared/bridge/contract.ts'
export type { JsonObject, JsonValue } from '../shared/json.ts'
export type { JsonSchema } from '../shared/json-schema.ts'
export type { StandardSchema } from '../shared/standard-schema.ts'
export type { Actor, ChatEvents, ChatState, EventFacts } from '../loader/chat-events.ts'
export type {
  ChatCommands,
  ChatContext,
  ChatThreads,
  PageMessage,
  PageReference,
  PageThread,
} from '../loader/chat-commands.ts'
export type { AlcoveGlobal, CallByName } from '../loader/queue.ts'
export type { ApiKeyAuth, ChatOptions, PlainTokenAuth, TokenAuth } from '../loader/chat-options.ts'
export type {
  ChatInstance,
  EventListenerOf,
  HumanToolDefinition,
  OpenWish,
  RunToolDefinition,
  ToolContext,
  ToolDefinition,
  ToolFields,
} from '../loader/chat-instance.ts'
