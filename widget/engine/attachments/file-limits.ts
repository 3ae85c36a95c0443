/** As many as the server takes by default (`filesPerMessage`). */
export const FILES_PER_MESSAGE_MAX = 10
/** As large as the server takes by default (`fileBytes`); less for images and visitors: it says so. */
export const FILE_MAX_BYTES = 20 * 1_048_576
