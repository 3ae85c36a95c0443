/** What every provider takes as a tool's name. */
export const TOOL_NAME_PATTERN = /^[\w-]{1,64}$/

/** For whoever chose another one. */
export const TOOL_NAME_EXPECTED =
  '1 to 64 letters, digits, _ and -, and not __proto__, constructor or prototype'

/** Names that mean something of any object: wherever tools are kept by name, these would go wrong. */
const TAKEN_PATTERN = /^(__proto__|constructor|prototype)$/

/** Whether a tool may be called that. */
export const isToolName = (name: string): boolean =>
  TOOL_NAME_PATTERN.test(name) && !TAKEN_PATTERN.test(name)
