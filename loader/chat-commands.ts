import type { JsonObject } from '../shared/json.ts'
import type { LookOptions } from '../shared/look/look-options.ts'
import type { ChatOptions } from './chat-options.ts'
import type { ChatMetrics, Diagnosis } from './diagnosis.ts'
import type { GivenOptions } from './page-options.ts'

/** Context that the page adds to each sent message. */
export interface ChatContext {
  /**
   * The page's data as JSON, by names. The model reads it as data, never as instructions. People see each
   * field under its name and can switch it off. At most 32 fields, and 16 KiB together with `user`.
   */
  data?: JsonObject
  /**
   * The user as the page describes them: name, e-mail, plan. A field of the data, not verified, without any
   * permission.
   */
  user?: JsonObject
  /**
   * For the model: where the person is, and the page's subject. At most 8,192 characters. Reaches the model
   * if the assistant accepts it (`takesClientSystem`), after the operator's own instructions.
   */
  system?: string
  /** Settings for the model call, within the operator's limits. */
  callSettings?: {
    /** 0 to 2. */
    temperature?: number
    /** 0 to 1. */
    topP?: number
    /** At most the operator's limit, or 4,096. */
    maxOutputTokens?: number
    /** At most 4, of 64 characters each: the answer ends before the first match. */
    stopSequences?: string[]
  }
}

/** A bubble beside the launcher, with the page's own text. */
export interface Notice {
  /** Plain text of 1 to 300 characters. A press on it opens the chat. */
  readonly text: string
  /** Identifies the notice after it was closed. Default: its text. */
  readonly id?: string
  /** At most three. A press opens the chat and puts the prompt into the composer. */
  readonly actions?: readonly (string | { readonly label: string; readonly prompt: string })[]
}

/** A part of the page that a question is about. */
export interface PageReference {
  /** The name shown to people, 1 to 64 characters. */
  readonly label: string
  /** Its text, at most 2,000 characters. */
  readonly text?: string
  /** Its address, so that answers can link to it: at most 2,000 characters. */
  readonly link?: string
}

/**
 * Commands of the page for the conversation. None of them reads its content without the person's consent.
 * Each command that concerns the conversation loads the chat. None opens the panel, except `send` with
 * `open`.
 */
export interface ChatCommands {
  /**
   * Changes appearance and texts. Options that are not named stay; `undefined` resets an option. Resolves
   * when the change is drawn. Invalid options are reported as `config_invalid` and ignored.
   */
  update(patch: { [Name in keyof GivenOptions]?: GivenOptions[Name] | undefined }): Promise<void>
  /** Short for `update({ theme })`. */
  setTheme(theme: NonNullable<LookOptions['theme']>): Promise<void>
  /** Short for `update({ locale })`. */
  setLocale(locale: string): Promise<void>
  /**
   * Starts the chat after `data-auth="none"` or `shutdown`. The options are merged over the earlier ones;
   * `auth` sets the user. Default of `auth`: the initial one.
   */
  boot(options?: { [Name in keyof ChatOptions]?: ChatOptions[Name] | undefined }): Promise<void>
  /**
   * Closes the panel and removes launcher and panel from the page. The chat has no user until `boot` or
   * `identify`.
   */
  shutdown(): Promise<void>
  /**
   * Signs the user out, here and in other tabs of this browser, before it resolves. Drafts and unsent
   * messages are deleted. A chat that began anonymously continues with a new visitor, or with the earlier one
   * if `keepAnonymous` is set.
   */
  logout(options?: { keepAnonymous?: boolean }): Promise<void>
  /** Shows launcher and panel again after `hide`. */
  show(): Promise<void>
  /** Removes launcher and panel from the page; the conversation continues. */
  hide(): Promise<void>
  /**
   * Puts text into the composer; `null` removes it again. Resolves to whether the text is there: text that
   * the person typed is never overwritten.
   */
  setComposer(text: string | null): Promise<boolean>
  /**
   * Shows a part of the page above the composer: the person's next question is about it. The model reads it
   * with that question, as data. The last four are kept, and the person can remove each of them.
   */
  askAbout(reference: PageReference): Promise<void>
  /**
   * Shows a bubble beside the closed launcher as soon as no part of the page covers that place. After a
   * visitor closed or answered it, they do not see it again. Resolves to whether it had not been closed
   * before. Never shown when the chat stands in an element.
   */
  notify(notice: string | Notice): Promise<boolean>
  /** Older name of `ChatInstance.setContext`. */
  context(context: ChatContext | null): Promise<void>
  /** Moves the focus to the composer if the panel is open. */
  focusComposer(): Promise<void>
  /**
   * Sends a message in the person's name, marked as sent by the page. The same rules apply as to messages
   * that they type. Resolves when the message is in the conversation, or queued there while offline. Rejects
   * with `run_active` while an answer is running or the person is being asked something, `invalid_request` if
   * the text is too long, or `not_found`.
   */
  send(message: string | PageMessage): Promise<{ threadId: string | null; messageId: string }>
  /** Starts a new conversation. */
  newThread(): Promise<void>
  /** Shows a conversation of this person by its id. Rejects with `not_found`. */
  openThread(threadId: string): Promise<void>
  /**
   * The shown conversation from its first message, if the page may read it (`hostReads`). Otherwise the panel
   * opens, lets the person save it, and the call resolves to `null`.
   */
  exportTranscript(format?: 'md' | 'html' | 'json'): Promise<Blob | null>
  /**
   * Opens the panel and asks the person. If they agree, all their data is deleted on the server and on this
   * device, and a visitor without a name becomes a new one. Resolves to whether it was deleted; `false` if
   * they declined.
   */
  deleteData(): Promise<boolean>
  /** Stops the running answer. Resolves to whether there was one. */
  stop(): Promise<boolean>
  /** Reads conversation and list from the server again. */
  refresh(): Promise<void>
  /**
   * Problems of the chat on this page, as far as a page can detect them, each with its remedy. Sends no
   * requests.
   */
  doctor(): Promise<Diagnosis>
  /** Cost of the chat on this page so far, as measured by the browser. */
  metrics(): Promise<ChatMetrics>
}

/** The person's conversations. Titles are left out, because they are content. */
export interface ChatThreads {
  /** The first page of the list, as far as it was read; with `more`, one page further. */
  list(options?: { archived?: boolean; more?: boolean }): Promise<{
    readonly threads: readonly PageThread[]
    readonly hasMore: boolean
  }>
  /** @param title 1 to 255 characters. Rejects with `not_found`, as the next ones do. */
  rename(threadId: string, title: string): Promise<void>
  /** The panel shows a notice that offers to undo it. */
  archive(threadId: string): Promise<void>
  unarchive(threadId: string): Promise<void>
  /** Opens the panel and asks the person. Resolves to whether the conversation is deleted. */
  delete(threadId: string): Promise<boolean>
}

/** A conversation, as shown to a page. */
export interface PageThread {
  readonly id: string
  readonly isArchived: boolean
  /** Time of its last message, as an ISO date. */
  readonly lastMessageAt: string | null
  readonly isRunning: boolean
  /** An answer arrived that has not been seen. */
  readonly isUnread: boolean
}

/** A message that the page sends in the person's name. */
export interface PageMessage {
  /** Same length limit as for a person's own message. */
  text: string
  /** Sends it in a new conversation and shows that conversation. */
  newThread?: boolean
  /** Sends it in this conversation and shows that conversation. */
  threadId?: string
  /** Opens the panel. Default `false`. */
  open?: boolean
  /** Sent as the request's metadata. At most 4,096 characters as JSON. */
  runConfig?: JsonObject
  /** 1 to 64 letters, digits and hyphens. Messages with the same key are sent once. */
  idempotencyKey?: string
}
