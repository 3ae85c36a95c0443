import type { BrowserContext, Page } from '@playwright/test'
import type { ChatPage } from '../chat-page.ts'
import type { ModelServer } from '../model-server/start-model-server.ts'
import type { SeededThread } from '../seed-threads.ts'
import type { ThreadListPage } from '../thread-list-page.ts'
import type { StateWords } from './state-words.ts'

/** A screen state that has to look right, or a second view of it. */
export interface ScreenState {
  /** Number in the specification of looks, from 1 to 56. */
  readonly number: number
  readonly name: string
  /** The view, if a state has several. */
  readonly view?: string
  /** Also shown right-to-left, in forced colours and at 320 × 256. */
  readonly isStarred?: boolean
  /** Steps that lead to the state; or the decision that excludes it. */
  readonly scene: Scene | Refusal
}

export interface Refusal {
  /** A file of `docs/decisions`. */
  readonly refusedBy: string
}

/** Page, user and steps that lead to a state. */
export interface Scene {
  /** Attributes of the chat's tag on the host page. */
  readonly attributes?: string
  /** Text under the page's heading. */
  readonly body?: string
  /** The user's conversations; the chat opens with the first one. */
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
  /** There is no usable frame: it has not loaded, or its panel was closed again. */
  readonly isWithoutFrame?: boolean
  /** The window's size. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly isTouched?: boolean
  /** The photographed part: the corner with the panel, or the whole window. Default: `panel`. */
  readonly shown?: 'panel' | 'window'
  /** Manual steps for people who open the state by its address. */
  readonly byHand?: string
  /** Sets up network and browser before the page loads. */
  readonly prepare?: (stage: Stage) => Promise<unknown>
  /** Steps after the chat is open, until the state is reached. */
  readonly act?: (stage: Stage) => Promise<unknown>
  /** Steps that a change of language would undo, in no language. */
  readonly settle?: (stage: Stage) => Promise<unknown>
}

/** The environment of a scene. */
export interface Stage {
  readonly page: Page
  readonly context: BrowserContext
  readonly chat: ChatPage
  readonly list: ThreadListPage
  readonly model: ModelServer
  readonly words: StateWords
  /** Unique key of this showing, for scripts that wait. */
  readonly key: string
  /** Cuts the network between browser and server. */
  breakNetwork(): Promise<void>
  /** Sends a question, which is answered by this script. */
  ask(question: string, script: string): Promise<void>
}

export const isRefused = (scene: Scene | Refusal): scene is Refusal => 'refusedBy' in scene
