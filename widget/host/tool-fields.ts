/** All fields of a page's tool definition; see `ToolDefinition`. */
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

/** Unknown names among the fields from a page of any version. */
export const unknownFields = (fields: unknown): readonly string[] =>
  (Array.isArray(fields) ? fields : [])
    .filter((field) => typeof field === 'string')
    .filter((name) => !TOOL_FIELDS.includes(name))

/** True for an unknown field that can only mean that the person is asked; its tool then asks. */
export const meansApproval = (field: string): boolean =>
  /app?rov|confirm|consent|permission/i.test(field)
