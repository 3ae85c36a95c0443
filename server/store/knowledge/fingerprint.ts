import { createHash } from 'node:crypto'

/** Smallest hashes that a fingerprint keeps; a shorter text has all of its own. */
export const FINGERPRINT_HASHES = 128
const BYTES_PER_HASH = 4

/** FNV-1a, 32 bits. */
const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193]

/**
 * A bottom-k sketch of a text: the smallest hashes of its pairs of neighbouring words, from which the
 * similarity of two texts is estimated without reading them.
 */
export function fingerprintOf(words: readonly string[]): string {
  const hashes = new Set<number>()
  for (let index = 0; index < words.length; index += 1) {
    hashes.add(hashPair(words[index]!, words[index + 1] ?? ''))
  }
  const smallest = Uint32Array.from(hashes).sort().slice(0, FINGERPRINT_HASHES)
  return Buffer.from(smallest.buffer, smallest.byteOffset, smallest.byteLength).toString('base64')
}

function hashPair(one: string, other: string): number {
  let hash = OFFSET
  const text = `${one} ${other}`
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), PRIME)
  }
  // The low bits of such a short hash are alike for like texts.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** The hashes of a fingerprint, the smallest first. */
export function readFingerprint(fingerprint: string): Uint32Array {
  const bytes = Buffer.from(fingerprint, 'base64')
  const hashes = new Uint32Array(bytes.length / BYTES_PER_HASH)
  for (let index = 0; index < hashes.length; index += 1) {
    hashes[index] = bytes.readUInt32LE(index * BYTES_PER_HASH)
  }
  return hashes
}

/**
 * From 0 to 1: the share of pairs that two texts have in common, by the hashes of their fingerprints. At each saving of
 * a page up to a hundred with its title are compared with each other.
 */
export function similarity(one: Uint32Array, other: Uint32Array): number {
  let at = 0
  let otherAt = 0
  let all = 0
  let common = 0
  for (; all < FINGERPRINT_HASHES && (at < one.length || otherAt < other.length); all += 1) {
    const hash = at < one.length ? one[at]! : Infinity
    const otherHash = otherAt < other.length ? other[otherAt]! : Infinity
    if (hash === otherHash) common += 1
    if (hash <= otherHash) at += 1
    if (otherHash <= hash) otherAt += 1
  }
  return all === 0 ? 1 : common / all
}

const KEY_CHARACTERS = 24

/** Equal for documents with the same title and headings. */
export function versionKeyOf(titleWords: readonly string[], headings: readonly string[]): string {
  const facts = JSON.stringify([titleWords, [...new Set(headings)].sort()])
  return createHash('sha256').update(facts).digest('hex').slice(0, KEY_CHARACTERS)
}
