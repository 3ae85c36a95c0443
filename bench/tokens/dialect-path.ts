/** Path of chat completions in the dialect of a server, by its place in the list. */
export const DIALECT_PATH = /^\/dialects\/(\d+)\/chat\/completions$/

/** Path of the API of a server's dialect. */
export const pathOfDialect = (place: number): string => `/dialects/${place}`
