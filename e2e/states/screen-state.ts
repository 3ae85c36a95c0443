import type { BrowserContext, Page } from '@playwright/test'
import type { ChatPage } from '../chat-page.ts'
import type { ModelServer } from '../model-server/start-model-server.ts'
import type { SeededThread } from '../seed-threads.ts'
import type { ThreadListPage } from '../thread-list-page.ts'
import type { StateWords } from './state-words.ts'

/** A screen state in which the product has to look right, or a second view of it. */
export interface ScreenState {
  /** From 1 to 56, as the specification of looks counts them. */
  readonly number: number
  readonly name: string
  /** The view, if a state has several. */
  readonly view?: string
  /** Looked at from right to left, in forced colours and at 320 × 256, too. */
  readonly isStarred?: boolean
  /** How it comes about; or the decision by which there is no such state. */
  readonly scene: Scene | Refusal
}

export interface Refusal {
  /** A file of `docs/decisions`. */
  readonly refusedBy: string
}

/** The page, the person and what happens, from which a state follows. */
export interface Scene {
  /** Attributes of the chat's tag on the host page. */
  readonly attributes?: string
  /** Text under the page's heading. */
  readonly body?: string
  /** Conversations that the person has had; the chat opens with the first one. */
  readonly threads?: (
    words: StateWords,
  ) => readonly SeededThread[] | Promise<readonly SeededThread[]>
  /** The question once the chat is open, with the script of its answer. */
  readonly asks?: (
    words: StateWords,
    key: string,
  ) => { readonly question: string; readonly script: string }
  /** The panel stays closed. */
  readonly isClosed?: boolean
  /** There is no frame to look into: it has not come, or its panel is closed again. */
  readonly isWithoutFrame?: boolean
  /** The window's size. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly isTouched?: boolean
  /** The photographed part: the corner with the panel, or the whole window. Default: `panel`. */
  readonly shown?: 'panel' | 'window'
  /** Manual steps for people who open the state by its address. */
  readonly byHand?: string
  /** Before the page is there: what the network or the browser is to do. */
  readonly prepare?: (stage: Stage) => Promise<unknown>
  /** The same with hands, until it can be looked at. */
  readonly act?: (stage: Stage) => Promise<unknown>
  /** Steps that a change of language would undo, in no language. */
  readonly settle?: (stage: Stage) => Promise<unknown>
}

/** Where a scene is played. */
export interface Stage {
  readonly page: Page
  readonly context: BrowserContext
  readonly chat: ChatPage
  readonly list: ThreadListPage
  readonly model: ModelServer
  readonly words: StateWords
  /** Of this showing alone, for what a script waits for. */
  readonly key: string
  /** Leads from the browser to the server where {@link breakNetwork} is called: nothing comes through. */
  breakNetwork(): Promise<void>
  /** Sends a question, which gets an answer by this script. */
  ask(question: string, script: string): Promise<void>
}

export const isRefused = (scene: Scene | Refusal): scene is Refusal => 'refusedBy' in scene
