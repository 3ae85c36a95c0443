/** Proof of work that a server asks of a new visitor: see `docs/decisions/0065-against-floods-of-visitors.md`. */
export interface Puzzle {
  readonly challenge: string
  /** Number of leading zero bits of the hash, 1 to 31. */
  readonly bits: number
}

/**
 * Returns the first number whose hash begins with enough zero bits. Hashed are the SHA-256 of the challenge (32
 * bytes) and the number (4 bytes), which is one block. `crypto.subtle` answers each call in a separate turn,
 * which takes longer than the hash.
 */
export function solvePuzzle({ challenge, bits }: Puzzle): number {
  const words = new Int32Array(64)
  const state = new Int32Array(8)
  const start = hash(new TextEncoder().encode(challenge))
  for (let number = 0; ; number += 1) {
    words.set(start)
    words[8] = number
    words[9] = END_MARK
    words.fill(0, 10, 15)
    words[15] = (start.length + 1) * 32
    state.set(INITIAL)
    compress(state, words)
    if (Math.clz32(state[0]!) >= bits) return number
  }
}

const BLOCK_BYTES = 64
const BLOCK_WORDS = 16
/** A set bit after the last byte. With the length in bits at the end, the message fills whole blocks. */
const END_MARK = 0x80000000 | 0
const LENGTH_BYTES = 8

/** Returns the SHA-256 as eight words. */
export function hash(bytes: Uint8Array): Int32Array {
  const padded = new Uint8Array(
    Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES,
  )
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = INITIAL.slice()
  const words = new Int32Array(64)
  for (let block = 0; block < padded.length; block += BLOCK_BYTES) {
    for (let n = 0; n < BLOCK_WORDS; n += 1) words[n] = view.getInt32(block + n * 4)
    compress(state, words)
  }
  return state
}

/** Compresses a block into the state: FIPS 180-4, section 6.2.2. */
function compress(state: Int32Array, words: Int32Array): void {
  for (let n = BLOCK_WORDS; n < 64; n += 1) {
    const x = words[n - 15]!
    const y = words[n - 2]!
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[n] = (words[n - 16]! + low + words[n - 7]! + high) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let n = 0; n < 64; n += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[n]! + words[n]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}

const wordsOf = (digits: string): Int32Array =>
  Int32Array.from(digits.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16))

const INITIAL = wordsOf('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19')
const ROUNDS = wordsOf(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5' +
    'd807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174' +
    'e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da' +
    '983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967' +
    '27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85' +
    'a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070' +
    '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3' +
    '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2',
)
