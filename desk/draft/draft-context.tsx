import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { isSameJson } from '../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import type { DeskSession } from '../../shared/desk/access.ts'
import type { FixedSetting, ProjectSettings, SavedDraft } from '../../shared/desk/settings.ts'
import { call, CallError } from '../api/call.ts'
import { sessionQuery, settingsQuery } from '../api/queries.ts'
import { tabNotes } from '../session/device-notes.ts'
import { usePage } from '../session/session-context.tsx'
import { CallFailureCard } from '../ui/call-failure-card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { differencesOf } from './differences.ts'
import type { Difference } from './differences.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import type { DraftKeeper, DraftView } from './draft-keeper.ts'
import { valueAt } from './json-path.ts'
import type { Path } from './json-path.ts'
import { fixedAt, needsOwner } from './rights.ts'

/** The draft of the project in the address. */
export interface Draft {
  readonly data: ProjectSettings
  readonly view: DraftView
  /** With what the person has typed. */
  readonly settings: JsonObject
  /** The published settings. */
  readonly live: JsonObject
  /** The draft's differences from them. */
  readonly changes: readonly Difference[]
  readonly keeper: DraftKeeper
  /** True once the person has tried to publish: values that are missing are marked from then on. */
  readonly hasTried: boolean
  /** Tells that the person tries. */
  tryPublish(): void
  /** Loads all of it anew, such as after a publish. */
  reload(): Promise<unknown>
}

interface Loaded {
  /** Null until it is loaded. */
  readonly draft: Draft | null
  readonly error: Error | null
  retry(): void
}

const DraftContext = createContext<Loaded | null>(null)

function useLoaded(): Loaded {
  const loaded = use(DraftContext)
  if (loaded === null) throw new Error('A DraftProvider is missing.')
  return loaded
}

/** The draft; null while it loads. */
export const useDraftIfLoaded = (): Draft | null => useLoaded().draft

/** Number of the version that is live; null: none. Undefined while it loads. */
export function useLiveNumber(): number | null | undefined {
  const draft = useDraftIfLoaded()
  return draft === null ? undefined : (draft.data.published?.number ?? null)
}

/** The draft, inside a {@link DraftGate}. */
export function useDraft(): Draft {
  const { draft } = useLoaded()
  if (draft === null) throw new Error('useDraft needs a DraftGate.')
  return draft
}

/** Keepers outlive pages, so that a page that closes need not wait for its save. They end with the session. */
const keepers = new WeakMap<DeskSession, Map<string, DraftKeeper>>()

function keeperOf(session: DeskSession, project: string, client: QueryClient): DraftKeeper {
  const ofSession = keepers.get(session) ?? new Map<string, DraftKeeper>()
  keepers.set(session, ofSession)
  const known = ofSession.get(project)
  if (known) return known
  const name = `draft-${project}-${session.person.id}`
  const path = ['projects', project, 'settings']
  const keeper = createDraftKeeper({
    load: () => call<ProjectSettings>(path),
    save: (body) =>
      call<SavedDraft>([...path, 'draft'], { method: 'PUT', body }).catch((error: unknown) => {
        if (error instanceof CallError && error.type === 'signed-out') {
          client.setQueryData(sessionQuery.queryKey, null)
        }
        throw error
      }),
    note: { read: () => tabNotes.read(name), write: (text) => tabNotes.write(name, text) },
  })
  ofSession.set(project, keeper)
  return keeper
}

/** Loads the settings of the project in the address, and gives their draft to what is inside. */
export function DraftProvider({ children }: { children: ReactNode }) {
  const { session, project } = usePage()
  const client = useQueryClient()
  const keeper = keeperOf(session, project, client)
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)
  const query = settingsQuery(project)
  const { data, error, refetch } = useQuery({ ...query, queryFn: () => keeper.load() })

  const [hasTried, setHasTried] = useState(false)

  useEffect(() => {
    // A page that is hidden may never come back.
    const handleHide = () => void (document.visibilityState === 'hidden' && keeper.flush())
    document.addEventListener('visibilitychange', handleHide)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      void keeper.flush()
    }
  }, [keeper])

  const draft = useMemo((): Draft | null => {
    if (data === undefined || view.settings === null) return null
    const live = data.published?.settings ?? {}
    return {
      data,
      view,
      settings: view.settings,
      live,
      changes: differencesOf(live, view.settings),
      keeper,
      hasTried,
      tryPublish: () => setHasTried(true),
      reload: () => client.invalidateQueries({ queryKey: ['projects', project] }),
    }
  }, [data, view, keeper, hasTried, client, project])

  const loaded = useMemo(
    () => ({ draft, error, retry: () => void refetch() }),
    [draft, error, refetch],
  )
  return <DraftContext value={loaded}>{children}</DraftContext>
}

/** Shows what is inside as soon as the draft is loaded. */
export function DraftGate({ children }: { children: ReactNode }) {
  const { draft, error, retry } = useLoaded()
  if (draft !== null) return children
  return error ? (
    <CallFailureCard error={error} onRetry={retry} />
  ) : (
    <Skeleton rows={6} rowSize={5} />
  )
}

/** Whether the person may change a value, and why not. */
export type Access = 'change' | 'fixed' | 'owner' | 'read'

/** A value of the settings. */
export interface Setting {
  readonly path: Path
  /** Undefined: the draft does not say it, so a default applies. */
  readonly value: JsonValue | undefined
  readonly live: JsonValue | undefined
  readonly isChanged: boolean
  readonly access: Access
  readonly fixed: FixedSetting | undefined
  set(value: JsonValue | undefined): void
}

/** Reads and changes a value of the draft. */
export function useSetting(path: Path): Setting {
  const { data, settings, live, keeper } = useDraft()
  const { may } = usePage()
  const [value, before] = [valueAt(settings, path), valueAt(live, path)]
  const fixed = fixedAt(data.fixed, path)
  const isSame =
    value === undefined || before === undefined ? value === before : isSameJson(value, before)
  return {
    path,
    value,
    live: before,
    isChanged: !isSame && fixed === undefined,
    fixed,
    access: fixed
      ? 'fixed'
      : !may('editor')
        ? 'read'
        : needsOwner(path) && !data.mayOwn
          ? 'owner'
          : 'change',
    set: (next) => keeper.change(path, next),
  }
}

/** Text of a field that is typed, and follows changes from elsewhere. */
export function useTyped(text: string): [string, (typed: string, sent: string) => void] {
  const [state, setState] = useState({ typed: text, sent: text })
  const isOwn = state.sent === text
  return [isOwn ? state.typed : text, (typed, sent) => setState({ typed, sent })]
}
