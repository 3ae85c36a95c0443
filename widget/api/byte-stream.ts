/** The body of an answer that comes bit by bit. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>
