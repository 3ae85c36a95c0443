import { isPlainObject, isSameJson } from '../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import type { ProjectSettings, SavedDraft, SettingsProblem } from '../../shared/desk/settings.ts'
import { CallError } from '../api/call.ts'
import { joinChanges } from './differences.ts'
import type { Clash } from './differences.ts'
import { pathKey, withValue } from './json-path.ts'
import type { Path } from './json-path.ts'
import { withNamedValue } from './named-lists.ts'

/** Typing is saved after a pause of this length. */
export const SAVE_PAUSE_MS = 700

/** Whether the server has the text that the person typed. */
export type SaveState =
  /** The server has all of it. */
  | { readonly type: 'kept' }
  | { readonly type: 'waiting' }
  | { readonly type: 'sending' }
  | { readonly type: 'failed'; readonly error: unknown }
  /** Another person changed the same values: nothing is sent until this one has chosen. */
  | { readonly type: 'clash'; readonly clashes: readonly Clash[] }

/** The draft as the person sees it. */
export interface DraftView {
  /** Null until they are loaded. */
  readonly settings: JsonObject | null
  readonly revision: number | null
  readonly baseNumber: number | null
  readonly save: SaveState
  readonly problems: readonly SettingsProblem[]
}

export interface DraftSave {
  readonly revision: number | null
  readonly settings: JsonObject
  readonly baseNumber?: number | null
}

export interface DraftKeeperOptions {
  readonly load: () => Promise<ProjectSettings>
  readonly save: (draft: DraftSave) => Promise<SavedDraft>
  /** A place that survives a reload; a text, or null for none. */
  readonly note: { read(): string | null; write(text: string | null): void }
}

/** Keeps a project's draft: the text stays through failures, reloads and changes of other persons. */
export interface DraftKeeper {
  view(): DraftView
  subscribe(onChange: () => void): () => void
  /** Loads the settings, and joins them with text that is not saved yet. */
  load(): Promise<ProjectSettings>
  /** Changes a value; undefined removes it. */
  change(path: Path, value: JsonValue | undefined): void
  /** Saves now. True if the server has everything then. */
  flush(): Promise<boolean>
  /** Settles a clash; the last one saves. */
  decide(path: Path, choice: 'mine' | 'theirs'): void
  /** Begins anew from a version that was published meanwhile: its changes and the draft's are joined. */
  rebase(from: JsonObject, published: { number: number; settings: JsonObject }): void
}

export function createDraftKeeper({ load, save, note }: DraftKeeperOptions): DraftKeeper {
  const listeners = new Set<() => void>()
  let view: DraftView = {
    settings: null,
    revision: null,
    baseNumber: null,
    save: { type: 'kept' },
    problems: [],
  }
  /** The server's settings to which the person's changes were made. */
  let base: JsonObject = {}
  /** Grows with each call that changes the draft: an answer from before it is old. */
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<boolean> | null = null
  let hasNewBase = false

  function show(change: Partial<DraftView>): void {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  const isUnsaved = () => view.settings !== null && !isSameJson(view.settings, base)

  function keepNote(): void {
    note.write(isUnsaved() ? JSON.stringify({ base, settings: view.settings }) : null)
  }

  function plan(): void {
    clearTimeout(timer)
    // No limit: the person has stopped typing, and a save is bounded by the call.
    timer = setTimeout(() => void flush(), SAVE_PAUSE_MS)
  }

  function take({ draft, published }: ProjectSettings): void {
    const theirs = draft?.settings ?? published?.settings ?? {}
    const typed = view.settings === null ? readNote(note.read()) : null
    if (typed !== null) base = typed.base
    const mine = typed?.settings ?? view.settings
    const facts = {
      revision: draft?.revision ?? null,
      baseNumber: draft === null ? (published?.number ?? null) : draft.baseNumber,
      problems: draft?.problems ?? [],
    }
    if (mine === null || isSameJson(mine, base)) {
      base = theirs
      show({ ...facts, settings: theirs, save: { type: 'kept' } })
      note.write(null)
      return
    }
    const { joined, clashes } = joinChanges(base, mine, theirs)
    base = theirs
    settle(joined, clashes, facts)
  }

  /** Shows joined settings, and saves them unless the person has to choose. */
  function settle(joined: JsonObject, clashes: readonly Clash[], facts: Partial<DraftView>): void {
    const hasClash = clashes.length > 0
    show({
      ...facts,
      settings: joined,
      save: hasClash ? { type: 'clash', clashes } : { type: 'waiting' },
    })
    keepNote()
    if (!hasClash) plan()
  }

  async function reload(): Promise<ProjectSettings> {
    const begun = turn
    const answer = await load()
    if (begun === turn) take(answer)
    return answer
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (sending !== null) return sending.then((isDone) => isDone && flush())
    if (view.save.type === 'clash') return Promise.resolve(false)
    if (view.settings === null || (!isUnsaved() && !hasNewBase)) {
      if (view.save.type !== 'kept') show({ save: { type: 'kept' } })
      return Promise.resolve(true)
    }
    sending = send(view.settings).finally(() => (sending = null))
    return sending
  }

  async function send(settings: JsonObject): Promise<boolean> {
    const { revision, baseNumber } = view
    turn += 1
    show({ save: { type: 'sending' } })
    try {
      const saved = await save({ revision, settings, ...(hasNewBase && { baseNumber }) })
      turn += 1
      hasNewBase = false
      base = settings
      const isWhole = view.settings === settings
      show({ ...saved, save: { type: isWhole ? 'kept' : 'waiting' } })
      keepNote()
      if (!isWhole) plan()
      return true
    } catch (error) {
      turn += 1
      if (error instanceof CallError && error.code === 'conflict') return joinAnother()
      show({ save: { type: 'failed', error } })
      return false
    }
  }

  /** Another person saved first. */
  async function joinAnother(): Promise<boolean> {
    try {
      await reload()
    } catch (error) {
      show({ save: { type: 'failed', error } })
    }
    return false
  }

  return {
    view: () => view,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    load: reload,
    change(path, value) {
      if (view.settings === null) return
      const settings = withValue(view.settings, path, value)
      const isClash = view.save.type === 'clash'
      show({ settings, ...(!isClash && { save: { type: 'waiting' } }) })
      keepNote()
      if (!isClash) plan()
    },
    flush,
    decide(path, choice) {
      if (view.save.type !== 'clash' || view.settings === null) return
      const key = pathKey(path)
      const clash = view.save.clashes.find((each) => pathKey(each.path) === key)
      const left = view.save.clashes.filter((each) => each !== clash)
      const settings =
        clash !== undefined && choice === 'theirs'
          ? withNamedValue(view.settings, path, clash.theirs)
          : view.settings
      settle(settings, left, {})
    },
    rebase(from, published) {
      if (view.settings === null) return
      const { joined, clashes } = joinChanges(from, view.settings, published.settings)
      hasNewBase = true
      settle(joined, clashes, { baseNumber: published.number })
    },
  }
}

function readNote(text: string | null): { base: JsonObject; settings: JsonObject } | null {
  try {
    const read: unknown = JSON.parse(text ?? 'null')
    if (!isPlainObject(read)) return null
    const { base, settings } = read
    return isPlainObject(base) && isPlainObject(settings)
      ? { base: base as JsonObject, settings: settings as JsonObject }
      : null
  } catch {
    return null
  }
}
