import type { Store } from 'jotai/vanilla'
import { areSameFiles, copyOf, type KeptFile } from '../../device/kept-files.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { keptOf } from '../attachments/tray-attachment.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'
import { dropTrayAtom } from './open-trays.ts'
import { traysAtom, type ShownTray } from './shown-trays.ts'
import { takeKeptAtom } from './tray-actions.ts'

/** The files of drafts, on their way from and to the device. */
export interface DraftFiles {
  /** The files of a draft, or those that it gets when its thread is shown. */
  of(key: string): readonly KeptFile[]
  /** The keys of drafts with files. */
  keys(): readonly string[]
  /** Files from the device's storage; they are added to the tray when the thread is shown. */
  bring(key: string, files: readonly KeptFile[]): void
  /** The draft was sent in another tab. */
  drop(key: string): void
  forget(): void
  stop(): void
}

/**
 * @param onChange called with the key of a draft whose files changed here. `isNewer`: a person changed them;
 * otherwise only their uploads changed.
 */
export function createDraftFiles(
  store: Store,
  onChange: (key: string, isNewer: boolean) => void,
): DraftFiles {
  /** The last noted files of each tray. */
  const noted = new Map<string, readonly KeptFile[]>()
  /** Files whose thread is not shown yet. */
  const waiting = new Map<string, readonly KeptFile[]>()
  /** Files that are being added to a tray. Their addition does not count as a change. */
  const placing = new Map<string, readonly KeptFile[]>()

  function note() {
    for (const [key, tray] of store.get(traysAtom)) {
      if (placing.has(key)) continue
      const before = noted.get(key) ?? []
      const files = filesOf(tray)
      if (areSameFiles(before, files)) continue
      noted.set(key, files)
      onChange(key, !areSamePicks(before, files))
    }
  }

  function place() {
    const key = store.get(shownKeyAtom)
    const files = waiting.get(key)
    if (!files) return
    waiting.delete(key)
    placing.set(key, files)
    void put(files).finally(() => {
      placing.delete(key)
      noted.set(key, filesOf(store.get(traysAtom).get(key)))
    })
  }

  async function put(files: readonly KeptFile[]) {
    try {
      await store.set(takeKeptAtom, files)
    } catch (error) {
      depsOf(store.get).report('Files of a draft could not be read:', error)
    }
  }

  const of = (key: string) => waiting.get(key) ?? placing.get(key) ?? noted.get(key) ?? []

  async function empty(key: string) {
    await store.set(dropTrayAtom, key)
  }

  const stops = [store.sub(traysAtom, note), store.sub(shownKeyAtom, place)]
  return {
    of,
    keys: () =>
      [...new Set([...waiting.keys(), ...placing.keys(), ...noted.keys()])].filter(
        (key) => of(key).length > 0,
      ),
    bring(key, files) {
      const isThere = (noted.get(key) ?? []).length > 0 || placing.has(key)
      if (files.length === 0 || isThere) return
      waiting.set(key, files)
      place()
    },
    drop(key) {
      waiting.delete(key)
      if ((noted.get(key) ?? []).length === 0) return
      noted.set(key, [])
      empty(key).catch((error: unknown) =>
        depsOf(store.get).report('Files of a draft could not be removed:', error),
      )
    },
    forget() {
      noted.clear()
      waiting.clear()
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}

const filesOf = (tray: ShownTray | undefined): readonly KeptFile[] =>
  (tray?.items ?? []).flatMap((item) => keptOf(item) ?? [])

/** Compares only the picked files: a new upload of the same file makes no difference. */
const areSamePicks = (before: readonly KeptFile[], after: readonly KeptFile[]): boolean =>
  before.length === after.length &&
  before.every((file, index) => {
    const [copy, other] = [copyOf(file), copyOf(after[index]!)]
    return copy === other && (copy !== undefined || areSameFiles([file], [after[index]!]))
  })
