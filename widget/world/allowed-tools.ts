import { atom, type Store } from 'jotai/vanilla'
import { isPlainObject } from '../../shared/json.ts'
import { keepRows, type KeptRows } from '../device/kept-rows.ts'
import { sha256 } from '../device/owner-key.ts'
import { hearTabs } from './hear-tabs.ts'
import { ownerAtom, tellTabsAtom, type Owner } from './owner.ts'

/** A tool of a page that somebody allowed for a whole conversation. */
export interface AllowedTool {
  /** As the server calls the conversation. */
  readonly thread: string
  /** See {@link nameDefinition}. */
  readonly key: string
  /** What it was called then. */
  readonly title: string
}

/** Of one person on this device; the oldest make room. */
export const ALLOWED_TOOLS_MAX = 200

/** Of a definition, as JSON: another text of it is another tool, which asks again. */
export const nameDefinition = (definition: readonly unknown[]): string =>
  sha256(JSON.stringify(definition))

type Allowed = ReadonlyMap<string, AllowedTool>
const NONE: Allowed = new Map()
const idOf = ({ thread, key }: Pick<AllowedTool, 'thread' | 'key'>): string => `${key} ${thread}`

const allowedBaseAtom = atom(NONE)

/** All that whoever chats has allowed, in whatever conversation. */
export const allowedToolsAtom = atom((get) => get(allowedBaseAtom))

export const isAllowed = (allowed: Allowed, thread: string, key: string): boolean =>
  allowed.has(idOf({ thread, key }))

export const allowToolAtom = atom(null, (get, set, tool: AllowedTool) => {
  const id = idOf(tool)
  const all = new Map(get(allowedBaseAtom)).set(id, tool)
  const gone = [...all.keys()].slice(0, -ALLOWED_TOOLS_MAX)
  for (const old of gone) all.delete(old)
  set(allowedBaseAtom, all)
  const rows = rowsOf(get(ownerAtom))
  void rows?.put(id, tool).then(() => set(tellTabsAtom, { type: 'tools' }))
  void rows?.remove(gone)
})

export const revokeToolAtom = atom(null, (get, set, tool: AllowedTool) => {
  const all = new Map(get(allowedBaseAtom))
  all.delete(idOf(tool))
  set(allowedBaseAtom, all)
  void rowsOf(get(ownerAtom))
    ?.remove([idOf(tool)])
    .then(() => set(tellTabsAtom, { type: 'tools' }))
})

const rowsOf = (owner: Owner | null): KeptRows<AllowedTool> | null =>
  owner && keepRows(owner, 'tools', readAllowed)

function readAllowed(value: unknown): AllowedTool | undefined {
  if (!isPlainObject(value)) return undefined
  const { thread, key, title } = value
  return typeof thread === 'string' && typeof key === 'string' && typeof title === 'string'
    ? { thread, key, title }
    : undefined
}

/** Knows what is allowed, for whoever chats and in all of their tabs. Returns how to stop. */
export function keepAllowedTools(store: Store): () => void {
  async function read() {
    const owner = store.get(ownerAtom)
    const rows = (await rowsOf(owner)?.all()) ?? NONE
    if (store.get(ownerAtom) === owner) store.set(allowedBaseAtom, rows)
  }

  function change() {
    // What the one before allowed is nobody's any more, also while the next one's is read.
    store.set(allowedBaseAtom, NONE)
    void read()
  }

  const stops = [
    store.sub(ownerAtom, change),
    hearTabs(store, ({ type }) => {
      if (type === 'tools' || type === 'missed') void read()
    }),
  ]
  void read()
  return () => stops.forEach((stop) => stop())
}
