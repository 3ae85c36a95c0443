import { readFingerprint, similarity } from './fingerprint.ts'

/** The facts by which versions of one document are told from other documents. */
export interface VersionFacts {
  readonly id: string
  readonly address: string
  /** The address that the page calls its own, and at which it is cited. */
  readonly url: string | null
  /** `YYYY-MM-DD`. */
  readonly date: string | null
  readonly fingerprint: string
  /** Number of its different headings. */
  readonly headings: number
}

/** Least similarity of two documents whose addresses differ by digits alone, as `terms-2025`, `terms-2026`. */
export const NUMBERED_SIMILARITY = 0.2
/** Least similarity of two documents with other addresses and dates. */
export const DATED_SIMILARITY = 0.7
/** Least similarity of two documents that no date orders: the same page at two addresses. */
export const SAME_SIMILARITY = 0.95
/** Pages with fewer headings, such as news, are not told apart by them. */
export const TELLING_HEADINGS = 2

const DIGITS = /\d+/gu

interface ComparedFacts extends VersionFacts {
  readonly hashes: Uint32Array
}

/**
 * True if two documents with the same title and headings are versions of one. Other documents share title and
 * headings too, such as the opening hours of two branches, so the texts must be alike as well.
 */
function areVersions(one: ComparedFacts, other: ComparedFacts): boolean {
  if (one.url !== null && one.url === other.url) return true
  const alike = similarity(one.hashes, other.hashes)
  if (alike >= SAME_SIMILARITY) return true
  if (one.date === null || other.date === null || one.date === other.date) return false
  const isNumbered =
    one.headings >= TELLING_HEADINGS &&
    one.address.replaceAll(DIGITS, '#') === other.address.replaceAll(DIGITS, '#')
  return alike >= (isNumbered ? NUMBERED_SIMILARITY : DATED_SIMILARITY)
}

/** The newest first; documents without a date last, in the order of their addresses. */
function compareAge(one: VersionFacts, other: VersionFacts): number {
  if (one.date !== other.date) return (one.date ?? '') > (other.date ?? '') ? -1 : 1
  return one.address < other.address ? -1 : 1
}

/**
 * For documents with the same title and headings: by the id of each older version, the id of the newest. A
 * version is like one of the others, not of all, so that slow changes over years stay one document.
 */
export function findReplaced(documents: readonly VersionFacts[]): ReadonlyMap<string, string> {
  const groups: ComparedFacts[][] = []
  for (const facts of documents.toSorted(compareAge)) {
    const document = { ...facts, hashes: readFingerprint(facts.fingerprint) }
    const near = groups.filter((group) => group.some((other) => areVersions(document, other)))
    const [first] = near
    if (!first) groups.push([document])
    else {
      first.push(document, ...near.slice(1).flat())
      for (const group of near.slice(1)) groups.splice(groups.indexOf(group), 1)
    }
  }
  return new Map(
    groups.flatMap((group) => {
      const [newest, ...older] = group.toSorted(compareAge)
      return older.map((document) => [document.id, newest!.id] as const)
    }),
  )
}
