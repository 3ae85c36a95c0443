/**
 * An image has dozens of parts, an animation hundreds. What stands behind so many is left out, so that
 * millions of empty ones cost nothing.
 */
export const IMAGE_PARTS_MAX = 20_000

/** What an image's header says, read without decoding a pixel. */
export interface ImageFacts {
  /** The widest and the highest of all that a decoder would allocate. */
  readonly width: number
  readonly height: number
  /** 1 when it stands still. */
  readonly frames: number
}

/** How one format is read and rewritten. Both answer undefined when the bytes are no whole image. */
export interface ImageFormat {
  readFacts(bytes: Buffer): ImageFacts | undefined
  /**
   * The same image, pixel for pixel, without what tells of people and places: nothing is decoded.
   * A turn that a camera noted stays, for without it the picture lies on its side.
   */
  clean(bytes: Buffer): Buffer | undefined
}
