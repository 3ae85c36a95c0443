/** Names of tools that every provider accepts. */
export const TOOL_NAME_PATTERN = /^[\w-]{1,64}$/

/** The expected form, for errors about other names. */
export const TOOL_NAME_EXPECTED =
  '1 to 64 letters, digits, _ and -, and not __proto__, constructor or prototype'

/** Names with a meaning in every object, which would break maps of tools by name. */
const TAKEN_PATTERN = /^(__proto__|constructor|prototype)$/

/** Whether a tool may be called that. */
export const isToolName = (name: string): boolean =>
  TOOL_NAME_PATTERN.test(name) && !TAKEN_PATTERN.test(name)
