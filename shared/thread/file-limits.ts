/** What the files of one message may be. */
export interface FileLimits {
  /** Of one file. */
  readonly fileBytes: number
  /** Of one image, where that is less. */
  readonly imageBytes: number
  readonly filesPerMessage: number
}

const FILE_MAX_BYTES = 20 * 1_048_576

/** For a server that says nothing of them: what Alcove's takes by default. It refuses what is over its own. */
export const FILE_LIMITS: FileLimits = {
  fileBytes: FILE_MAX_BYTES,
  imageBytes: FILE_MAX_BYTES,
  filesPerMessage: 10,
}
