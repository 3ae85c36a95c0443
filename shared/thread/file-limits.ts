/** Limits for the files of one message. */
export interface FileLimits {
  /** Maximum of one file. */
  readonly fileBytes: number
  /** Maximum of one image, if it is less. */
  readonly imageBytes: number
  readonly filesPerMessage: number
}

const FILE_MAX_BYTES = 20 * 1_048_576

/** For a server that sends no limits: the defaults of Alcove's server, which refuses files over its own. */
export const FILE_LIMITS: FileLimits = {
  fileBytes: FILE_MAX_BYTES,
  imageBytes: FILE_MAX_BYTES,
  filesPerMessage: 10,
}
