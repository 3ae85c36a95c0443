export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

/** Query text with its `?`. `false` and `undefined` are left out, `true` is written as `true`. */
export function encodeQuery(values: QueryValues): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== false) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
