const WORD_BITS = 32
const FIRST_ROWS = 1_024

/** The bits of a model's vectors in memory: 32 numbers are one word. */
export interface BitTable {
  /** The highest seq; 0 without rows. */
  readonly last: number
  readonly rows: number
  readonly bytes: number
  /** Adds a row, whose seq is higher than all. */
  add(seq: number, bits: string): void
  /** Seqs of at most `count` rows whose bits differ least from these, nearest first; equal ones by their seq. */
  nearest(bits: string, count: number): readonly number[]
}

/** @param dimensions bits of each row. */
export function createBitTable(dimensions: number): BitTable {
  const words = Math.ceil(dimensions / WORD_BITS)
  let bits = new Uint32Array(FIRST_ROWS * words)
  let seqs = new Uint32Array(FIRST_ROWS)
  let rows = 0

  function grow() {
    const [oldBits, oldSeqs] = [bits, seqs]
    bits = new Uint32Array(oldBits.length * 2)
    seqs = new Uint32Array(oldSeqs.length * 2)
    bits.set(oldBits)
    seqs.set(oldSeqs)
  }

  return {
    get last() {
      return rows === 0 ? 0 : seqs[rows - 1]!
    },
    get rows() {
      return rows
    },
    get bytes() {
      return bits.byteLength + seqs.byteLength
    },
    add(seq, text) {
      if (rows === seqs.length) grow()
      bits.set(toWords(text, words), rows * words)
      seqs[rows] = seq
      rows += 1
    },
    nearest(text, count) {
      const distances = measure(bits, toWords(text, words), rows)
      return nearestRows(distances, dimensions, count).map((row) => seqs[row]!)
    },
  }
}

function toWords(bits: string, words: number): Uint32Array {
  const packed = new Uint32Array(words)
  for (let index = 0; index < bits.length; index += 1) {
    if (bits.charCodeAt(index) === ONE) {
      packed[Math.floor(index / WORD_BITS)]! |= 1 << (index % WORD_BITS)
    }
  }
  return packed
}

const ONE = '1'.charCodeAt(0)

/** Number of different bits for each row. */
function measure(bits: Uint32Array, asked: Uint32Array, rows: number): Uint16Array {
  const words = asked.length
  const distances = new Uint16Array(rows)
  for (let row = 0, place = 0; row < rows; row += 1) {
    let different = 0
    for (let word = 0; word < words; word += 1, place += 1) {
      different += countOnes(bits[place]! ^ asked[word]!)
    }
    distances[row] = different
  }
  return distances
}

/** Adds neighbouring bits, then pairs, then fours; the product adds the bytes. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Distances are few whole numbers, so they are counted instead of sorted. */
function nearestRows(distances: Uint16Array, dimensions: number, count: number): number[] {
  const rowsAt: number[] = new Array<number>(dimensions + 1).fill(0)
  for (const distance of distances) rowsAt[distance]! += 1
  let farthest = 0
  let near = rowsAt[0]!
  while (near < count && farthest < dimensions) near += rowsAt[++farthest]!
  const found: { row: number; distance: number }[] = []
  for (const [row, distance] of distances.entries()) {
    if (distance <= farthest) found.push({ row, distance })
  }
  return found
    .toSorted((one, other) => one.distance - other.distance || one.row - other.row)
    .slice(0, count)
    .map(({ row }) => row)
}
