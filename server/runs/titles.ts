import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { RunStreamBody } from '../../shared/api/runs.ts'
import { NO_THREAD_PLACEHOLDER } from '../../shared/wire/runs.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { Limits, Subject } from '../limits/limits.ts'
import type { Assistants } from '../models/model.ts'
import type { Scope, Store } from '../store/store.ts'
import { createTitleMaker, type TitleMaking } from './make-title.ts'

/** Names of threads, from what their user wrote. */
export interface Titles {
  /**
   * The thread's title as a text stream: the stored one where there is one; else a new one from the
   * user's message, word by word as it is made, saved before the stream ends. The stream fails when the
   * thread is called something else by then, for whoever reads it to ask again.
   *
   * @throws AlcoveError `not_found`, `invalid_request`.
   */
  stream(
    caller: Scope & Subject,
    body: RunStreamBody,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>>
  /**
   * Titles an untitled thread in the background; where its user had as many titles as one may have, by
   * their own words. Never fails.
   */
  titleLater(owner: Scope & Subject, threadId: string, text: string): void
}

export const TITLE_TIMEOUT_MS = 15_000

export interface TitlesSettings {
  readonly store: Pick<Store, 'threads'>
  readonly assistants: Assistants
  /** Of a title that nobody waits for; whoever asks for one has been counted. */
  readonly limits: Pick<Limits, 'takeTitle'>
  readonly budgets: Pick<Budgets, 'reserveTitle'>
  /** A title that could not be made or kept is no failure of the call; the log hears of it. */
  readonly onError: (error: unknown) => void
  readonly timeoutMs?: number
}

export function createTitles(settings: TitlesSettings): Titles {
  const { store, assistants, limits, budgets, onError, timeoutMs = TITLE_TIMEOUT_MS } = settings
  const makeTitle = createTitleMaker({ assistants, budgets, onError })
  /** By thread: a second call reads the first one's title. */
  const making = new Map<string, ComingTitle>()

  async function keep(scope: Scope, threadId: string, title: string): Promise<string> {
    const kept = await store.threads.titleOnce(scope, threadId, title)
    if (kept !== undefined) return kept
    const moved = await store.threads.findInProject(scope.projectId, threadId)
    // Whoever has the thread by now gets the title; what they call it is not told here.
    if (moved)
      await store.threads.titleOnce({ ...scope, workspaceId: moved.workspaceId }, threadId, title)
    return title
  }

  /** Makes and saves it; it becomes the title that the thread has then, which may be another's. */
  function titleThread(
    scope: Scope & Subject,
    threadId: string,
    text: string,
    take?: TitleMaking['take'],
  ): ComingTitle {
    const existing = making.get(threadId)
    if (existing) return existing
    const signal = AbortSignal.timeout(timeoutMs)
    const coming = createComingTitle(async (tell) => {
      const telling = tellUnnamed(scope, threadId, tell)
      const title = await makeTitle(scope, text, { signal, tell: telling, take })
      return title === '' ? '' : keep(scope, threadId, title)
    })
    making.set(threadId, coming)
    const forget = () => void making.delete(threadId)
    coming.whole.then(forget, forget)
    return coming
  }

  /** Tells nothing of a title whose thread got a name, or an owner, while the model thought. */
  function tellUnnamed(scope: Scope, threadId: string, tell: TellTitle): TitleMaking['tell'] {
    let isUnnamed: boolean | undefined
    return async (words) => {
      isUnnamed ??= (await store.threads.find(scope, threadId))?.title === null
      if (isUnnamed) tell(words)
    }
  }

  return {
    async stream(scope, body, signal) {
      const { thread_id: name } = body
      const text = firstUserText(body)
      if (name === null || name === undefined || name === NO_THREAD_PLACEHOLDER) {
        const input = requireText(text)
        const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        return createComingTitle((tell) => makeTitle(scope, input, { signal: ending, tell })).read()
      }
      const thread = await store.threads.find(scope, name)
      if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
      if (thread.title !== null) return toStream(thread.title)
      return titleThread(scope, thread.id, requireText(text)).read()
    },
    titleLater(owner, threadId, text) {
      const take = () => limits.takeTitle(owner)
      // The answer's first words are on their way: what a title takes to be asked for must not hold them up.
      setImmediate(() => titleThread(owner, threadId, text, take).whole.catch(onError))
    },
  }
}

/** What the user wrote first; runtimes send whole messages of either shape, or plain strings. */
function firstUserText({ messages }: RunStreamBody): string | undefined {
  for (const message of messages) {
    const text = isPlainObject(message) ? readUserText(message) : undefined
    if (text !== undefined) return text
  }
  return undefined
}

function requireText(text: string | undefined): string {
  if (text !== undefined) return text
  throw new AlcoveError('invalid_request', 'messages: no text of a user to name the thread by.')
}

function toStream(title: string): ReadableStream<Uint8Array> {
  return new Blob([title]).stream()
}

/**
 * What a user wrote, of a stored message in any of the three formats: `content` parts of `aui/v0`,
 * `parts` of the AI SDK's. Undefined for other roles and for messages without text.
 */
export function readUserText(content: Readonly<Record<string, unknown>>): string | undefined {
  if (content['role'] !== 'user') return undefined
  const parts = content['content'] ?? content['parts']
  if (typeof parts === 'string') return parts.trim() || undefined
  if (!Array.isArray(parts)) return undefined
  const texts = parts.flatMap((part) => {
    const isText = isPlainObject(part) && part['type'] === 'text'
    return isText && typeof part['text'] === 'string' ? [part['text']] : []
  })
  return texts.join('\n\n').trim() || undefined
}

/** A title that is being made, for readers who come at any time. */
interface ComingTitle {
  /** What the thread is called in the end. */
  readonly whole: Promise<string>
  /** Its words from the first one on. Fails where the thread is called something else in the end. */
  read(): ReadableStream<Uint8Array>
}

/** Tells as much of the title as is sure by now. */
type TellTitle = (words: string) => void

/** Begins to make a title. */
function createComingTitle(make: (tell: TellTitle) => Promise<string>): ComingTitle {
  let told = ''
  let end: 'whole' | { readonly failure: unknown } | undefined
  // Limit: TITLE_TIMEOUT_MS of what makes the title, "a model that never ends is not waited for".
  let change = Promise.withResolvers<void>()

  function note(): void {
    change.resolve()
    // Limit: TITLE_TIMEOUT_MS of what makes the title, "a model that never ends is not waited for".
    change = Promise.withResolvers()
  }

  const whole = make((words) => {
    if (words.length <= told.length) return
    told = words
    note()
  })
  whole
    .then((title) => {
      if (!title.startsWith(told)) throw new Error('The thread has been given another name.')
      told = title
      end = 'whole'
    })
    .catch((failure: unknown) => void (end = { failure }))
    .finally(note)

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    let sent = 0
    for (;;) {
      const changed = change.promise
      if (typeof end === 'object') throw end.failure
      const words = told.slice(sent)
      sent += words.length
      if (words !== '') yield encoder.encode(words)
      else if (end === 'whole') return
      else await changed
    }
  }

  function read(): ReadableStream<Uint8Array> {
    const source = pieces()
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
  }

  return { whole, read }
}
