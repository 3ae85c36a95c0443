import { atom, type Store } from 'jotai/vanilla'
import { isPlainObject } from '../../shared/json.ts'
import { keepRows, type KeptRows } from '../device/kept-rows.ts'
import { sha256 } from '../device/owner-key.ts'
import { hearTabs } from './hear-tabs.ts'
import { ownerAtom, tellTabsAtom, type Owner } from './owner.ts'

/** A tool of a page that a person allowed for a whole conversation. */
export interface AllowedTool {
  /** The server's id of the conversation. */
  readonly thread: string
  /** See {@link nameDefinition}. */
  readonly key: string
  /** Title of the tool at that time. */
  readonly title: string
}

/** Maximum number for one person on this device; the oldest are evicted. */
export const ALLOWED_TOOLS_MAX = 200

/** Names a tool by its definition as JSON. A changed definition is another tool, which asks again. */
export const nameDefinition = (definition: readonly unknown[]): string =>
  sha256(JSON.stringify(definition))

type Allowed = ReadonlyMap<string, AllowedTool>
const NONE: Allowed = new Map()
const idOf = ({ thread, key }: Pick<AllowedTool, 'thread' | 'key'>): string => `${key} ${thread}`

const allowedBaseAtom = atom(NONE)

/** All tools that the current person has allowed, in any conversation. */
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

/** Tracks the allowed tools of the current person, across tabs. Returns a function that stops it. */
export function keepAllowedTools(store: Store): () => void {
  async function read() {
    const owner = store.get(ownerAtom)
    const rows = (await rowsOf(owner)?.all()) ?? NONE
    if (store.get(ownerAtom) === owner) store.set(allowedBaseAtom, rows)
  }

  function change() {
    // Clear the former person's tools at once, before the next person's are read.
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
