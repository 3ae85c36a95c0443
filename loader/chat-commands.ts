import type { JsonObject } from '../shared/json.ts'
import type { LookOptions } from '../shared/look/look-options.ts'
import type { ChatOptions } from './chat-options.ts'
import type { ChatMetrics, Diagnosis } from './diagnosis.ts'
import type { GivenOptions } from './page-options.ts'

/** What the page adds to each message that is sent. */
export interface ChatContext {
  /**
   * What the page knows, as JSON by names: the model reads it as data, never as instructions. People see each
   * field under its name and can switch it off. At most 32 fields, and 16 KiB together with `user`.
   */
  data?: JsonObject
  /** Who the user is, as the page says: name, e-mail, plan. A field of the data; nobody checks it, and it opens nothing. */
  user?: JsonObject
  /**
   * For the model: where the person is, what the page is about. At most 8,192 characters. Reaches the
   * model where the assistant takes it (`takesClientSystem`), behind the operator's own words.
   */
  system?: string
  /** Wishes for the call of the model, within what the operator allows. */
  callSettings?: {
    /** 0 to 2. */
    temperature?: number
    /** 0 to 1. */
    topP?: number
    /** Never more than the operator's, or 4,096. */
    maxOutputTokens?: number
    /** At most 4, of 64 characters each: the answer ends before one of them. */
    stopSequences?: string[]
  }
}

/** A bubble beside the launcher, in the page's own words. */
export interface Notice {
  /** Plain text of 1 to 300 characters. A press of it opens the chat. */
  readonly text: string
  /** What it goes by once it was closed. Default: its text. */
  readonly id?: string
  /** At most three; a press opens the chat and puts the prompt into the composer. */
  readonly actions?: readonly (string | { readonly label: string; readonly prompt: string })[]
}

/** Something of the page that a question is about. */
export interface PageReference {
  /** What people read of it, 1 to 64 characters. */
  readonly label: string
  /** Its words, at most 2,000 characters. */
  readonly text?: string
  /** Where it is, for answers that lead back to it: an address of at most 2,000 characters. */
  readonly link?: string
}

/**
 * What the page can do with the conversation, by its person's leave: nothing here reads what was said.
 * Each that concerns the conversation loads the chat, and none opens the panel, but for `send` where it is asked
 * to.
 */
export interface ChatCommands {
  /**
   * Changes looks and words; what is not named stays, and `undefined` takes an option back. Resolves when
   * it is drawn. What is wrong with it is reported as `config_invalid`, and left out.
   */
  update(patch: { [Name in keyof GivenOptions]?: GivenOptions[Name] | undefined }): Promise<void>
  /** Short for `update({ theme })`. */
  setTheme(theme: NonNullable<LookOptions['theme']>): Promise<void>
  /** Short for `update({ locale })`. */
  setLocale(locale: string): Promise<void>
  /**
   * Begins after `data-auth="none"` or `shutdown`: with these options over the ones of before, and as whoever
   * `auth` says. Default: as the options said at first.
   */
  boot(options?: { [Name in keyof ChatOptions]?: ChatOptions[Name] | undefined }): Promise<void>
  /** Closes the panel and takes launcher and panel off the page; nobody chats until `boot` or `identify`. */
  shutdown(): Promise<void>
  /**
   * Whoever chatted is gone, here and in other tabs of this browser, before it resolves; drafts and what
   * waits to be sent are forgotten. A chat that began anonymously goes on with another visitor; with
   * `keepAnonymous` with the one of before.
   */
  logout(options?: { keepAnonymous?: boolean }): Promise<void>
  /** Shows launcher and panel again after `hide`. */
  show(): Promise<void>
  /** Takes launcher and panel off the page; the conversation goes on. */
  hide(): Promise<void>
  /**
   * Puts words into the composer, `null` takes them out again. Whether they stand there: what the person
   * typed is never overwritten.
   */
  setComposer(text: string | null): Promise<boolean>
  /**
   * Puts something of the page above the composer: the person's next question is about it. The model reads it with
   * that question, as data. Four at most, the last ones; the person can take each out again.
   */
  askAbout(reference: PageReference): Promise<void>
  /**
   * Shows a bubble beside the closed launcher, as soon as nothing of the page stands there. Closed, or answered,
   * it does not come again to this visitor. Resolves to whether it was not closed before. Never in an element.
   */
  notify(notice: string | Notice): Promise<boolean>
  /** As `ChatInstance.setContext`, by its older name. */
  context(context: ChatContext | null): Promise<void>
  /** Gives the composer the focus, where the panel is open. */
  focusComposer(): Promise<void>
  /**
   * Sends a message in the person's name, marked as sent by the page, by all rules for theirs. Resolves when it
   * stands in the conversation, or waits there for the network. Rejects with `run_active` while an answer is
   * made or the person is asked something, `invalid_request` for what is too long, `not_found`.
   */
  send(message: string | PageMessage): Promise<{ threadId: string | null; messageId: string }>
  /** Begins another conversation. */
  newThread(): Promise<void>
  /** Shows a conversation of this person by its id. Rejects with `not_found`. */
  openThread(threadId: string): Promise<void>
  /**
   * The conversation that is shown, from its first message on, where the page reads it (`hostReads`). For any
   * other page the panel opens and lets the person save it, and this resolves to `null`.
   */
  exportTranscript(format?: 'md' | 'html' | 'json'): Promise<Blob | null>
  /**
   * Opens the panel and asks the person; then everything of theirs is deleted, on the server and on this
   * device, and a visitor without a name is another one. Whether it is; `false`: they declined.
   */
  deleteData(): Promise<boolean>
  /** Stops the answer that is being made. Whether there was one. */
  stop(): Promise<boolean>
  /** Reads conversation and list from the server again. */
  refresh(): Promise<void>
  /** What is wrong with the chat on this page, as far as a page can see, each with its remedy. Asks no server anything. */
  doctor(): Promise<Diagnosis>
  /** What the chat has cost this page so far, as the browser measured it. */
  metrics(): Promise<ChatMetrics>
}

/** The person's conversations. Titles are not among what is given: they are what was said. */
export interface ChatThreads {
  /** The first page of the list, as far as it was read; with `more` one page further. */
  list(options?: { archived?: boolean; more?: boolean }): Promise<{
    readonly threads: readonly PageThread[]
    readonly hasMore: boolean
  }>
  /** @param title 1 to 255 characters. Rejects with `not_found`, as the next ones do. */
  rename(threadId: string, title: string): Promise<void>
  /** The panel says so, and offers to take it back. */
  archive(threadId: string): Promise<void>
  unarchive(threadId: string): Promise<void>
  /** Opens the panel and asks the person. Whether it is gone now. */
  delete(threadId: string): Promise<boolean>
}

/** One conversation, as a page hears of it. */
export interface PageThread {
  readonly id: string
  readonly isArchived: boolean
  /** When something was said in it last, as an ISO date. */
  readonly lastMessageAt: string | null
  readonly isRunning: boolean
  /** An answer came that nobody has looked at. */
  readonly isUnread: boolean
}

/** What the page sends in the person's name. */
export interface PageMessage {
  /** As long as a person's own. */
  text: string
  /** In another conversation than the one that is shown, which is shown then. */
  newThread?: boolean
  /** In this conversation, which is shown then. */
  threadId?: string
  /** Opens the panel. Default `false`. */
  open?: boolean
  /** Goes out as the request's metadata. At most 4,096 characters as JSON. */
  runConfig?: JsonObject
  /** 1 to 64 letters, digits and hyphens: two messages with the same one are sent once. */
  idempotencyKey?: string
}
