/** Bytes that grow by pieces of any size. Each is copied a few times only, however many pieces there are. */
export interface GrowingBytes {
  readonly length: number
  add(piece: Buffer): void
  /** Returns the bytes, which change with the next call. */
  read(): Buffer
  /** Removes so many bytes from the start. */
  drop(count: number): void
}

export function createGrowingBytes(): GrowingBytes {
  let bytes: Buffer = Buffer.alloc(0)
  let length = 0

  return {
    get length() {
      return length
    },
    add(piece) {
      const needed = length + piece.length
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, 2 * bytes.length))
        bytes.copy(larger, 0, 0, length)
        bytes = larger
      }
      piece.copy(bytes, length)
      length = needed
    },
    read: () => bytes.subarray(0, length),
    drop(count) {
      bytes.copyWithin(0, count, length)
      length -= count
    },
  }
}
