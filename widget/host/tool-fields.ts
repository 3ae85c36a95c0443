/** All that a definition of a page may have; see `ToolDefinition`. */
export const TOOL_FIELDS = [
  'description',
  'parameters',
  'toJsonSchema',
  'kind',
  'scope',
  'approval',
  'available',
  'preview',
  'undo',
  'timeoutMs',
  'labels',
  'run',
  'onInvalid',
]

/** Names that are none of them, among what a page of any version told. */
export const unknownFields = (fields: unknown): readonly string[] =>
  (Array.isArray(fields) ? fields : [])
    .filter((field) => typeof field === 'string')
    .filter((name) => !TOOL_FIELDS.includes(name))
