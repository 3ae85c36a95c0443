/** Characters of the hash. Half of it suffices to distinguish all people. */
const KEY_LENGTH = 32
/** Owner of all visitors without a name. The browser knows one of them per project. */
export const VISITOR = 'visitor'

/**
 * Returns the key for a person's rows. The user's id itself is never written to the device.
 *
 * @param subject the user's id; `null` for a visitor without an account.
 */
export const ownerKey = (base: string, subject: string | null): string =>
  subject === null ? VISITOR : sha256(`${base}\n${subject}`).slice(0, KEY_LENGTH)

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const
/** The same of the cube roots of the first 64 primes. */
const ROUNDS = firstPrimes(64).map((prime) => ((Math.cbrt(prime) % 1) * 2 ** 32) | 0)
const BLOCK_BYTES = 64
const LENGTH_BYTES = 8

/**
 * Returns the SHA-256 of a text, in hex. `crypto.subtle` is missing on pages without TLS, and too slow for a page
 * that is about to close.
 */
export function sha256(text: string): string {
  const state = Int32Array.from(START)
  const bytes = pad(new TextEncoder().encode(text))
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    mix(state, new DataView(bytes.buffer, at, BLOCK_BYTES))
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Appends a set bit, zeros, and the length in bits. */
function pad(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((text.length + 1 + LENGTH_BYTES) / BLOCK_BYTES)
  const bytes = new Uint8Array(blocks * BLOCK_BYTES)
  bytes.set(text)
  bytes[text.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - LENGTH_BYTES, BigInt(text.length) * 8n)
  return bytes
}

function mix(state: Int32Array, block: DataView) {
  const words = new Int32Array(ROUNDS.length)
  const word = (index: number) => words[index] ?? 0
  for (let index = 0; index < words.length; index += 1) {
    words[index] =
      index < 16
        ? block.getInt32(index * 4)
        : word(index - 16) + small0(word(index - 15)) + word(index - 7) + small1(word(index - 2))
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (const [index, constant] of ROUNDS.entries()) {
    const first = (h + big1(e) + ((e & f) ^ (~e & g)) + constant + word(index)) | 0
    const second = (big0(a) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = (state[index] ?? 0) + value
  }
}

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))
const big0 = (word: number): number => turn(word, 2) ^ turn(word, 13) ^ turn(word, 22)
const big1 = (word: number): number => turn(word, 6) ^ turn(word, 11) ^ turn(word, 25)
const small0 = (word: number): number => turn(word, 7) ^ turn(word, 18) ^ (word >>> 3)
const small1 = (word: number): number => turn(word, 17) ^ turn(word, 19) ^ (word >>> 10)

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes
}
