import { atom, type Atom, type PrimitiveAtom } from 'jotai/vanilla'

/** Where a message stands among its siblings. */
export interface BranchPlace {
  /** From 1. */
  readonly number: number
  readonly count: number
  readonly previousId: string | null
  readonly nextId: string | null
}

const sources = new Map<string, PrimitiveAtom<BranchPlace | null>>()

function sourceOf(id: string): PrimitiveAtom<BranchPlace | null> {
  const known = sources.get(id)
  if (known) return known
  const source = atom<BranchPlace | null>(null)
  sources.set(id, source)
  return source
}

/** `null` for a message without siblings. */
export const branchPlaceAtom = (id: string): Atom<BranchPlace | null> => sourceOf(id)

export const takeBranchesAtom = atom(
  null,
  (_get, set, { id, ids }: { id: string; ids: readonly string[] }) => {
    const index = ids.indexOf(id)
    const place = {
      number: index + 1,
      count: ids.length,
      previousId: ids[index - 1] ?? null,
      nextId: ids[index + 1] ?? null,
    }
    set(sourceOf(id), ids.length > 1 && index >= 0 ? place : null)
  },
)

export const forgetBranchesAtom = atom(null, () => sources.clear())
